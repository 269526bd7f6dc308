use fogbound_rules::*; use fogbound_engine::*; use std::time::Instant;
fn main(){
 let rules=Rules::builtin("classic",&[],5).unwrap();
 let mut rng=Rng::new(1); let mut buf=vec![]; let t=Instant::now(); let n=300000; let mut w=0;
 for _ in 0..n { let s=Setup::deal(&rules,|n|rng.below(n)); let p=Position::new(&rules,&s).unwrap(); if random_outcome(&rules,p,&mut rng,&mut buf).winner()==Side::Hunters {w+=1} }
 println!("games/s {} hunters {}", n as f64/t.elapsed().as_secs_f64(), w as f64/n as f64);
 for (e,d,h) in [("modern",5,&[13u8,26,29,34,50][..]),("classic",5,&[13,26,29,34,50]),("modern",2,&[13,26,29,34])] {
 let rules=Rules::builtin(e,&[],d).unwrap();
 let h:Vec<_>=h.iter().map(|&n|Station::new(n).unwrap()).collect();
 let p=Position::new(&rules,&Setup::at(&rules,Station::new(45).unwrap(),&h)).unwrap();
 for depth in 1..=7 { let t=Instant::now(); let n=perft(&rules,&p,depth); println!("{e} {depth} {n} {:.1}M/s", n as f64/t.elapsed().as_secs_f64()/1e6); if t.elapsed().as_secs_f64()>1.0 {break} }
 }
 println!("{} {}", size_of::<Position>(), size_of::<Action>());
 for e in ["classic","study","modern","beginner","holmes-original","compact"] { let ed=Edition::builtin(e).unwrap(); for &d in &ed.pieces.detectives { match Rules::builtin(e,&[],d as usize) { Ok(r)=>{ let r=std::sync::Arc::new(r); let mut w=0; for _ in 0..1000 { let g=random_game(&r,&mut rng); if g.outcome().unwrap().winner()==Side::Hunters {w+=1}; let v=g.hunters_view(); assert_eq!(v.public(), g.position().public()); assert_eq!(g.fugitive_view().position(), *g.position()); } println!("{e} {d} {w}");}, Err(x)=>println!("{e} {d} {x}") } } }
}
