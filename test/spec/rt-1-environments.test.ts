import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, manyModules, writeFiles } from '../support/project.ts';

/** A shop whose configuration shares no word with what goes wrong. */
const FILES = {
  ...manyModules(40),
  'shop/upload.py': 'def receive_upload(request):\n    return request.files["avatar"]\n',
  'shop/settings.py': 'import os\n\nMEDIA = os.environ["MEDIA_ROOT"]\nDEBUG = False\n',
  '.env.example': 'MEDIA_ROOT=/srv/media\nSECRET_KEY=8f2kd93kf03kfk30dk20dk\n',
  Dockerfile: 'FROM python:3.12\nCOPY . /app\nCMD ["gunicorn"]\n',
  'docker-compose.yml':
    'services:\n  web:\n    build: .\n    volumes: ["media:/srv/media"]\nvolumes:\n  media: {}\n',
  'deploy/nginx.conf': 'server {\n  listen 80;\n  client_max_body_size 1m;\n}\n',
  'k8s/web.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 2\n',
  'tests/docker-compose.yml': 'services:\n  sandbox:\n    image: scratch\n',
};
const SERVICE = [
  '.env.example',
  'Dockerfile',
  'deploy/nginx.conf',
  'docker-compose.yml',
  'k8s/web.yaml',
  'shop/settings.py',
];

interface Told {
  readonly parts: readonly { readonly path: string; readonly tokens: number }[];
  readonly prompt: string;
}

const assembled = async (root: string, task: string, ...more: string[]): Promise<Told> => {
  const { code, out, err } = await command(root, ['assemble', task, '--json', ...more]);
  expect(code, err).toBe(0);
  return JSON.parse(out) as Told;
};
const ofService = ({ parts }: Told): string[] =>
  parts
    .map(({ path }) => path)
    .filter((path) => SERVICE.includes(path))
    .sort();

describe('RT-1 a task about where the program runs', () => {
  it('brings the configuration of the service, without its values, and why tells the reason', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const task = 'receive_upload works locally but fails in production';
      const told = await assembled(root, task);
      expect(told.parts[0]?.path).toBe('shop/upload.py');
      expect(ofService(told)).toEqual(SERVICE);
      expect(told.parts.map(({ path }) => path)).not.toContain('tests/docker-compose.yml');
      expect(told.prompt).toContain('SECRET_KEY=');
      expect(told.prompt).not.toContain('8f2kd93kf03kfk30dk20dk');
      const why = await command(root, ['why', 'deploy/nginx.conf', '--task', task]);
      expect(why.out).toContain('deploy/nginx.conf configures the place where it runs');
    }));

  it.each([
    'upload of the avatar returns 413 only in docker',
    'avatar upload is not saved in staging',
    'which environment variables does receive_upload need',
    'avatars vanish after the deploy',
  ])('is known by what it says: %s', (task) =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      expect(ofService(await assembled(root, task)).length).toBeGreaterThan(3);
    }),
  );

  it.each(['fix receive_upload', 'rename the avatar upload', 'make the upload production ready'])(
    'is no task that does not: %s',
    (task) =>
      inFolder(async (root) => {
        writeFiles(root, FILES);
        expect(ofService(await assembled(root, task))).toEqual([]);
      }),
  );

  it('takes at most 15 % of the context, keeps to the sources asked for, and stays out where told', () =>
    inFolder(async (root) => {
      const service = (i: number): string =>
        `  service${i}:\n    image: registry.example.org/team/service${i}:1.0\n    ports: ["80${i}:80"]\n`;
      const many = Array.from({ length: 90 }, (_, i) => service(i + 10)).join('');
      writeFiles(root, { ...FILES, 'docker-compose.yml': `services:\n${many}` });
      const task = 'receive_upload works locally but fails in production';
      const told = await assembled(root, task, '--context-tokens', '6000');
      const own = told.parts.filter(({ path }) => SERVICE.includes(path));
      expect(own.length).toBeGreaterThan(0);
      // Headings of parts are not counted when the room is shared out.
      expect(own.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThan(0.15 * 6000 + 400);
      expect(ofService(await assembled(root, task, '--sources', 'code'))).toEqual([
        'shop/settings.py',
      ]);
      expect(ofService(await assembled(root, task, '--exclude', 'deploy/'))).not.toContain(
        'deploy/nginx.conf',
      );
    }));

  it('gets nothing of another place than it names, whatever that is called', () =>
    inFolder(async (root) => {
      const resource = (name: string, days: number): string =>
        `resource "aws_db_instance" "${name}" {\n  engine = "postgres"\n  backup_retention_days = ${days}\n}\n\n`;
      const bucket = (name: string, more: string): string =>
        `resource "aws_s3_bucket" "${name}" {\n  bucket = "shop-${name}"\n${more}}\n\n`;
      writeFiles(root, {
        ...FILES,
        'deploy/shop/values-prod.yaml': 'env:\n  AVATAR_POOL: "24"\n',
        'deploy/shop/values-acc.yaml': 'env:\n  AVATAR_POOL: "5"\n',
        'deploy/shop/values-base.yaml': 'env:\n  AVATAR_POOL: "7"\n',
        'infra/main.tf': [
          resource('shop_production', 35),
          resource('shop_staging', 2),
          bucket('avatar_photos', '  expiration_days = 45\n'),
          bucket('marketing', ''),
        ].join(''),
      });
      const pool = await assembled(root, 'size of the avatar pool in production?');
      expect(pool.prompt).toContain('AVATAR_POOL: "24"');
      expect(pool.prompt).not.toContain('AVATAR_POOL: "5"');
      expect(pool.prompt).toContain('AVATAR_POOL: "7"');
      const days = await assembled(root, 'how many days of database backups in production');
      expect(days.prompt).toContain('backup_retention_days = 35');
      expect(days.prompt).not.toContain('backup_retention_days = 2');
      const kept = await assembled(root, 'how long are avatar photos kept in the bucket?');
      expect(kept.prompt).toContain('expiration_days = 45');
      expect(kept.prompt).not.toContain('shop-marketing');
    }));
});
