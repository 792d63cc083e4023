import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';

/* Compares a window with a small picture of it. Fonts differ from machine to machine; what stands where, and in which colour, does not. */

/** Of each eight by eight pixels one is left: words become grey, boxes stay boxes. */
const SHRINK = 8;
/** A pixel differs by more than this in one colour, of 255. */
const NOTICEABLE = 48;

/** Set to draw the pictures anew, after a look at what changed. */
const UPDATES = process.env['UPDATE_PICTURES'] === '1';

/** Draws the picture of a window, where that is wanted. */
export async function drawAnew(page: Page, file: string): Promise<void> {
  if (!UPDATES) return;
  const now = (await page.screenshot()).toString('base64');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Buffer.from(await inBlankPage(page, shrunken, [now, SHRINK]), 'base64'));
}

/** The share of the window that looks otherwise than in the picture, from 0 to 1. */
export async function differsFrom(page: Page, file: string): Promise<number> {
  const now = (await page.screenshot()).toString('base64');
  if (!existsSync(file)) throw new Error(`${file} is missing; UPDATE_PICTURES=1 draws it`);
  const before = readFileSync(file).toString('base64');
  return inBlankPage(page, difference, [before, now, NOTICEABLE]);
}

/** The page itself lets no picture in. */
async function inBlankPage<A, T>(page: Page, work: (given: A) => Promise<T>, given: A): Promise<T> {
  const blank = await page.context().newPage();
  try {
    return (await blank.evaluate(work as never, given)) as T;
  } finally {
    await blank.close();
  }
}

/** Runs in a page: a picture in fewer pixels. */
async function shrunken([png, by]: readonly [string, number]): Promise<string> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width / by);
  canvas.height = Math.round(image.height / by);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser draws nothing');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').split(',')[1] ?? '';
}

/** Runs in a page: the share of pixels that differ, at the size of the first picture. */
async function difference([before, now, limit]: readonly [
  string,
  string,
  number,
]): Promise<number> {
  const [a, b] = await Promise.all(
    [before, now].map(async (png) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      return image;
    }),
  );
  if (a === undefined || b === undefined) throw new Error('a picture is missing');
  const pixels = (image: HTMLImageElement): Uint8ClampedArray => {
    const canvas = document.createElement('canvas');
    canvas.width = a.width;
    canvas.height = a.height;
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('this browser draws nothing');
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(image, 0, 0, a.width, a.height);
    return pen.getImageData(0, 0, a.width, a.height).data;
  };
  const [first, second] = [pixels(a), pixels(b)];
  let differing = 0;
  for (let at = 0; at < first.length; at += 4) {
    const far = [0, 1, 2].some(
      (c) => Math.abs((first[at + c] ?? 0) - (second[at + c] ?? 0)) > limit,
    );
    if (far) differing++;
  }
  return (4 * differing) / first.length;
}
