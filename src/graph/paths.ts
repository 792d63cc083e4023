import * as paths from '../text/imports/paths.ts';

export const fileOf: typeof paths.fileOf = paths.fileOf;
export const folderOf: typeof paths.folderOf = paths.folderOf;
export const groupBy: typeof paths.groupBy = paths.groupBy;
export const withoutExtension: typeof paths.withoutExtension = paths.withoutExtension;
