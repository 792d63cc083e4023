/** Of the program; the same as in package.json, which a test checks. */
export const VERSION = '0.1.0';

/** Raise this when any fact changes for the same bytes: an index of another version is rebuilt. */
export const ANALYSER_VERSION = '22';
