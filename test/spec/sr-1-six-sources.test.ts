import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../src/index.ts';
import { inFolder } from '../support/project.ts';
import { CLINIC_BARS, makeClinic } from '../support/six/clinic.ts';
import { type Bar, COURIER_BARS, makeCourier } from '../support/six/courier.ts';
import { FESTIVAL_BARS, makeFestival } from '../support/six/festival.ts';
import { HONEY_BARS, makeHoney } from '../support/six/honey.ts';
import { LENDING_BARS, makeLending } from '../support/six/lending.ts';
import { MILL_BARS, makeMill } from '../support/six/mill.ts';
import { MUSEUM_BARS, makeMuseum } from '../support/six/museum.ts';
import { makeOrchard, ORCHARD_BARS } from '../support/six/orchard.ts';
import { makeParking, PARKING_BARS } from '../support/six/parking.ts';
import { makeSnow, SNOW_BARS } from '../support/six/snow.ts';
import { told } from '../support/six/told.ts';

const [CHARGE, FISH, EXAM, SIGN] = [told('charge'), told('fish'), told('exam'), told('sign')];
const [RENTAL, VETS] = [told('rental'), told('vets')];

/** Tasks whose context lacks something it must hold, or holds something it must not. */
async function missed(make: (root: string) => void, bars: readonly Bar[]): Promise<string[]> {
  return inFolder(async (root) => {
    make(root);
    const workspace = await openWorkspace({ root, warn: () => undefined });
    try {
      const found: string[] = [];
      for (const { task, must, not } of bars) {
        const { prompt } = await workspace.assemble({ task });
        const isRight =
          must.every((words) => prompt.includes(words)) &&
          !not.some((words) => prompt.includes(words));
        if (!isRight) found.push(task);
      }
      return found;
    } finally {
      await workspace.close();
    }
  });
}

describe('SR-1 a context takes from all six sources what a task needs, and not the rest', () => {
  it.each([
    [38, 40, 'a courier service in Python', makeCourier, COURIER_BARS],
    [19, 20, 'a clinic in Go', makeClinic, CLINIC_BARS],
    [37, 40, 'a honey shop in Rails', makeHoney, HONEY_BARS],
    [37, 40, 'a wind pipeline in Python', makeMill, MILL_BARS],
    [38, 40, 'a lending system in C#', makeLending, LENDING_BARS],
    [36, 40, 'a payment with wristbands in Java', makeFestival, FESTIVAL_BARS],
    [38, 40, 'parking permits in Elixir', makeParking, PARKING_BARS],
    [38, 40, 'the irrigation of an orchard in Rust', makeOrchard, ORCHARD_BARS],
    [39, 40, 'tickets of a museum in PHP', makeMuseum, MUSEUM_BARS],
    [38, 40, 'the winter service of a town in Kotlin', makeSnow, SNOW_BARS],
    [36, 40, 'charging points in five languages', CHARGE.make, CHARGE.bars],
    [37, 40, 'an auction of fish in four languages', FISH.make, FISH.bars],
    [36, 40, 'written exams in five languages', EXAM.make, EXAM.bars],
    [36, 40, 'contracts signed online in three languages', SIGN.make, SIGN.bars],
    [33, 40, 'rented tools in three languages', RENTAL.make, RENTAL.bars],
    [35, 40, 'veterinary practices in three languages', VETS.make, VETS.bars],
  ] as const)(
    'in at least %i of %i tasks on %s',
    async (least, count, _, make, bars) => {
      const wrong = await missed(make, bars);
      expect(bars).toHaveLength(count);
      expect(count - wrong.length, wrong.join('\n')).toBeGreaterThanOrEqual(least);
    },
    120_000,
  );
});
