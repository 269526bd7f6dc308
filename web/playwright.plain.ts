import base from './playwright.config';

// What holds of a page that was built without the module; FOGBOUND_PLAIN names the folder of such a build.
export default { ...base, testIgnore: [], testMatch: 'plainBuild.spec.ts' };
