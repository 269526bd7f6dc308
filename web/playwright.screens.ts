import tests from './playwright.config';

// Takes pictures of every screen, to be looked at; nothing here is a test.
export default { ...tests, testDir: 'screens', timeout: 600_000 };
