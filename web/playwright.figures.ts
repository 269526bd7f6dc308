import tests from './playwright.config';

// Measures, one after the other; nothing here is a test.
export default { ...tests, testDir: 'figures', workers: 1 };
