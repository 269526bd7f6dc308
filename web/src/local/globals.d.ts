/** Where the module and its weights are; none if the page was built without. */
declare const __MODULE__: { module: string; weights: string } | null;

/** Where the module is that reviews games, its weights, and the puzzles; none if the page was built without. */
declare const __COACH__: { module: string; weights: string; puzzles: string } | null;
