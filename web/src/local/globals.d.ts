/** Where the module and its weights are; none if the page was built without. */
declare const __MODULE__: { module: string; weights: string } | null;
