/** Of the program; the same as in package.json, which a test checks. */
export const VERSION = '0.1.0';

/** Raise this when any fact changes for the same bytes: an index of another version is rebuilt. */
export const ANALYSER_VERSION = '30';

/** A digest of the sources, put in where they are bundled. */
declare const SHEAF_BUILD: string | undefined;

/** Names the program to the letter. Empty where it runs from its sources, which may change between two runs. */
export const BUILD: string = typeof SHEAF_BUILD === 'string' ? SHEAF_BUILD : '';
