/** Raise this when any fact changes for the same bytes: an index of another version is rebuilt. */
export const ANALYSER_VERSION = '7';
