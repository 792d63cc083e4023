import type { Load } from '../doors/door.ts';

/* Counters in the text format that Prometheus reads. */

const BOUNDS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

interface Series {
  count: number;
  sum: number;
  readonly buckets: number[];
}

export interface Metrics {
  observe(operation: string, status: number, seconds: number): void;
  text(now: Load): string;
}

export function openMetrics(memory: () => number): Metrics {
  const requests = new Map<string, number>();
  const times = new Map<string, Series>();
  return {
    observe(operation, status, seconds) {
      const key = `operation="${operation}",status="${status}"`;
      requests.set(key, (requests.get(key) ?? 0) + 1);
      const series = times.get(operation) ?? {
        count: 0,
        sum: 0,
        buckets: BOUNDS_SECONDS.map(() => 0),
      };
      times.set(operation, series);
      series.count++;
      series.sum += seconds;
      for (const [i, bound] of BOUNDS_SECONDS.entries()) {
        if (seconds <= bound) series.buckets[i] = (series.buckets[i] ?? 0) + 1;
      }
    },
    text({ working, waiting, reused }) {
      const lines = [
        ...titled('sheaf_requests_total', 'counter', 'Requests by operation and status.'),
        ...[...requests].sort().map(([key, count]) => `sheaf_requests_total{${key}} ${count}`),
        ...titled('sheaf_request_seconds', 'histogram', 'Time until the answer was complete.'),
        ...[...times].sort().flatMap(([operation, series]) => histogram(operation, series)),
        ...titled('sheaf_working', 'gauge', 'Questions that are being answered.'),
        `sheaf_working ${working}`,
        ...titled('sheaf_waiting', 'gauge', 'Questions that wait for their turn.'),
        `sheaf_waiting ${waiting}`,
        ...(reused === undefined
          ? []
          : [
              ...titled(
                'sheaf_reused_total',
                'counter',
                'Questions that got the answer of others.',
              ),
              `sheaf_reused_total ${reused}`,
            ]),
        ...titled('process_resident_memory_bytes', 'gauge', 'Memory of the process.'),
        `process_resident_memory_bytes ${memory()}`,
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

const titled = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function histogram(operation: string, { count, sum, buckets }: Series): string[] {
  const named = `operation="${operation}"`;
  return [
    ...BOUNDS_SECONDS.map(
      (bound, i) => `sheaf_request_seconds_bucket{${named},le="${bound}"} ${buckets[i] ?? 0}`,
    ),
    `sheaf_request_seconds_bucket{${named},le="+Inf"} ${count}`,
    `sheaf_request_seconds_sum{${named}} ${sum.toFixed(6)}`,
    `sheaf_request_seconds_count{${named}} ${count}`,
  ];
}
