//! One slot of the log: every state that he can have been in, and how he came there.

use fogbound_rules::{Mark, Rules, Station, StationSet, Ticket};

/// The scenes of the crimes committed so far, in rising order, 0 for none.
pub(super) type Scenes = [u8; 3];

/// Stations, each with the scenes of the crimes committed so far. A crime happens where his tile
/// says, and no tile is played twice: so the scenes matter for the next crime, and for nothing else.
#[derive(Clone, Debug, Default)]
pub(super) struct States {
    /// The stations of all states.
    pub(super) set: StationSet,
    /// The stations by scenes; empty as long as no crime was committed.
    groups: Vec<(Scenes, StationSet)>,
}

/// What is known of one slot.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// How he came here from the layer before; none for the first.
    pub(super) step: Option<Step>,
    /// The stations that nothing seen in or about this slot excludes.
    pub(super) allowed: StationSet,
    pub(super) states: States,
}

/// What was seen of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) fare: Option<Ticket>,
    pub(super) balloon: bool,
    pub(super) crime: bool,
    /// Where he could not stop then.
    pub(super) closed: StationSet,
}

impl Layer {
    pub(super) fn start(set: StationSet) -> Layer {
        Layer::of(States { set, groups: vec![] })
    }

    pub(super) fn of(states: States) -> Layer {
        Layer { step: None, allowed: states.set, states }
    }
}

/// Where the stations of a set lead with a fare.
#[inline]
pub(crate) fn expand(rules: &Rules, fare: Option<Ticket>, set: &StationSet) -> StationSet {
    set.iter().fold(StationSet::EMPTY, |all, from| all.union(rules.destinations(fare, from)))
}

impl States {
    /// All that can be known of a set of stations if so many crimes were committed anywhere.
    pub(super) fn unknown(rules: &Rules, set: StationSet, crimes: u8) -> States {
        let mut groups: Vec<(Scenes, StationSet)> = vec![([0; 3], set)];
        for _ in 0..crimes {
            let mut next = Vec::new();
            for (scenes, set) in &groups {
                let open = rules.board().marked(Mark::Crime).iter();
                for scene in open.filter(|scene| !scenes.contains(&scene.number())) {
                    add(&mut next, with(*scenes, scene), set);
                }
            }
            groups = next;
        }
        States { set, groups: if crimes == 0 { vec![] } else { groups } }
    }

    #[inline]
    pub(super) fn remove(&mut self, station: Station) {
        self.set.remove(station);
        if !self.groups.is_empty() {
            self.groups.iter_mut().for_each(|(_, set)| set.remove(station));
            self.groups.retain(|(_, set)| !set.is_empty());
        }
    }

    #[inline]
    pub(super) fn keep(&mut self, kept: &StationSet) {
        self.set = self.set.intersection(kept);
        if !self.groups.is_empty() {
            self.groups.iter_mut().for_each(|(_, set)| *set = set.intersection(kept));
            self.groups.retain(|(_, set)| !set.is_empty());
        }
    }

    fn grouped(groups: Vec<(Scenes, StationSet)>) -> States {
        let set = groups.iter().fold(StationSet::EMPTY, |all, (_, set)| all.union(set));
        States { set, groups }
    }

    /// Itself, group by group.
    fn groups(&self) -> impl Iterator<Item = (Scenes, StationSet)> {
        let alone = self.groups.is_empty().then_some(([0; 3], self.set));
        alone.into_iter().chain(self.groups.iter().copied())
    }
}

fn with(mut scenes: Scenes, scene: Station) -> Scenes {
    scenes[0] = scene.number();
    scenes.sort_unstable();
    scenes
}

fn add(groups: &mut Vec<(Scenes, StationSet)>, scenes: Scenes, set: &StationSet) {
    match groups.iter_mut().find(|(other, _)| *other == scenes) {
        Some((_, all)) => *all = all.union(set),
        None => groups.push((scenes, *set)),
    }
}

impl Step {
    /// The states after the move, if it is `shown` where he went then there only.
    #[inline]
    pub(super) fn advance(&self, rules: &Rules, from: &States, shown: Option<Station>) -> States {
        if !self.crime && from.groups.is_empty() {
            return States { set: self.targets(rules, &from.set, shown), groups: vec![] };
        }
        let mut groups = Vec::new();
        for (scenes, set) in from.groups() {
            let targets = self.targets(rules, &set, shown);
            if !self.crime {
                add(&mut groups, scenes, &targets);
                continue;
            }
            let open = targets.intersection(rules.board().marked(Mark::Crime));
            for scene in open.iter().filter(|scene| !scenes.contains(&scene.number())) {
                add(&mut groups, with(scenes, scene), &StationSet::only(scene));
            }
        }
        groups.retain(|(_, set)| !set.is_empty());
        States::grouped(groups)
    }

    /// The stations that the move can lead to.
    #[inline]
    pub(super) fn targets(
        &self,
        rules: &Rules,
        from: &StationSet,
        shown: Option<Station>,
    ) -> StationSet {
        if from.is_empty() {
            return StationSet::EMPTY;
        }
        let all = match shown {
            Some(at) if self.balloon || self.leads(rules, from, at) => StationSet::only(at),
            Some(_) => StationSet::EMPTY,
            None if self.balloon => StationSet::FULL,
            None => expand(rules, self.fare, from),
        };
        all.difference(&self.closed)
    }

    /// Whether a line leads to the station from one of a set. Lines go both ways.
    #[inline]
    fn leads(&self, rules: &Rules, from: &StationSet, to: Station) -> bool {
        !from.intersection(rules.destinations(self.fare, to)).is_empty()
    }

    /// The states among `from` that lead to one of `to`.
    pub(super) fn retreat(&self, rules: &Rules, from: &States, to: &States) -> States {
        let origins = |set: &StationSet| {
            if self.balloon { StationSet::FULL } else { expand(rules, self.fare, set) }
        };
        if !self.crime && from.groups.is_empty() {
            return States { set: from.set.intersection(&origins(&to.set)), groups: vec![] };
        }
        let mut groups = Vec::new();
        for (scenes, set) in from.groups() {
            let mut kept = StationSet::EMPTY;
            for (after, targets) in to.groups() {
                if self.crime {
                    let fits = targets
                        .iter()
                        .filter(|&at| !scenes.contains(&at.number()) && with(scenes, at) == after);
                    let fits: StationSet = fits.collect();
                    kept = kept.union(&if fits.is_empty() { fits } else { origins(&fits) });
                } else if after == scenes {
                    kept = kept.union(&origins(&targets));
                }
            }
            let kept = set.intersection(&kept);
            if !kept.is_empty() {
                groups.push((scenes, kept));
            }
        }
        // Without a crime yet there is one group, which stands for itself.
        match groups.as_slice() {
            [([0, 0, 0], set)] => States { set: *set, groups: vec![] },
            _ => States::grouped(groups),
        }
    }
}
