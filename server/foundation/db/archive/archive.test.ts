// Tests backup and restore of a full database through a real file.
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newKey } from '../../seal.ts'
import { loadBackup } from './load.ts'
import { type SavedBackup, saveBackup } from './save.ts'
import { openFrames, sealFrames } from './sealed-file.ts'

const source = await testDatabase()
const master = newKey()
const folder = mkdtempSync(join(tmpdir(), 'mailferry-backup-'))
const file = join(folder, 'all.backup')
let saved: SavedBackup

afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  await fillWithOddValues()
  saved = await saveBackup(source.url, file, new Date('2026-11-21T20:00:00Z'), master)
})

/** Values that a careless text format would corrupt: bytes, quotes, NULL and 'null', microseconds, large integers, float8, jsonb numbers. */
async function fillWithOddValues(): Promise<void> {
  const userId = randomUUID()
  const destinationId = randomUUID()
  const statements: [string, unknown[]][] = [
    [
      `insert into users (id, email, user_metadata, is_anonymous, created_at, updated_at)
       values ($1, $2, $3, false, '2026-01-01 00:00:00.123456+00', '0044-03-15 12:00:00+00 BC')`,
      [userId, `"null",{}\\x\n'é😀`, '{"big": 123456789012345678901234567890, "n": 1.10, "s": "\\\\u0000 line\\n"}'],
    ],
    [
      `insert into sessions (id, user_id, aal, amr, created_at, refreshed_at) values ($1, $2, 'aal1', '[]', 'infinity', '2026-01-01')`,
      [randomUUID(), userId],
    ],
    [
      `insert into lanes (user_id, destination_id, tokens, refilled_at) values ($1, $2, 0.1::float8 + 0.2::float8, '2026-01-01')`,
      [userId, destinationId],
    ],
    [
      `insert into mailboxes (user_id, id, kind, address, state, lease_token, created_at) values ($1, $1, 'imap', 'null', 'live', 9223372036854775807, '2026-01-01')`,
      [userId],
    ],
    [
      `insert into deliveries (user_id, id, message_id, destination_id, state, usage_month, attempts, created_at, updated_at)
       select $1, gen_random_uuid(), gen_random_uuid(), $2, 'queued', '2026-01', 0, '2026-01-01', '2026-01-01' from generate_series(1, 2500)`,
      [userId, destinationId],
    ],
  ]
  statements.push(
    [
      `insert into files (user_id, version, id, bucket, path, size_bytes, media_type, cache_control, ready_at, created_at)
       values ($1, $1, $1, 'avatars', 'somebody/me', 5, 'image/webp', 'no-cache', '2026-01-01', '2026-01-01')`,
      [userId],
    ],
    [`insert into file_chunks (user_id, version, n, sealed) values ($1, $1, 0, $2)`, [userId, randomBytes(262_172)]],
  )
  for (const [statement, values] of statements) await source.pool.query(statement, values)
  for (const size of [0, 1, 300_000, 5_000_000])
    await source.pool.query(
      `insert into raw_messages (user_id, id, sealed, size_bytes, created_at) values ($1, $2, $3, $4, '2026-01-01')`,
      [userId, randomUUID(), randomBytes(size), size],
    )
}

async function emptyDatabase(): Promise<string> {
  const name = `${inject('model')}_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: inject('pg') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(inject('pg'))
  url.pathname = `/${name}`
  return url.href
}

/** Every value of every table except transaction ids, read differently from how the backup reads it. */
async function readContents(url: string): Promise<Record<string, unknown[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
  )
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select row from ${name} t, regexp_replace(row_to_json(t)::text, ',"(created_xid|changed_xid)":("\\d+"|null)', '', 'g') as row
       order by row collate "C"`,
    )
    found[name] = rows.map(({ row }) => row)
  }
  await client.end()
  return found
}

/** As a holder of the master key reads and writes a backup. */
const readText = async (path: string): Promise<string> =>
  gunzipSync(Buffer.concat(await Array.fromAsync(openFrames(master, one(readFileSync(path)))))).toString()

const writeText = async (name: string, text: string, key = master): Promise<void> =>
  writeFileSync(join(folder, name), Buffer.concat(await Array.fromAsync(sealFrames(key, one(gzipSync(text))))))

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const countAllRows = async (url: string) => Object.values(await readContents(url).catch(() => ({}))).flat().length

test('a restored database holds every value exactly, and its checksums are those of the backup', async () => {
  const url = await emptyDatabase()
  const loaded = await loadBackup(url, file, master)
  const original = await readContents(source.url)
  expect(original['deliveries']).toHaveLength(2500)
  expect(original['raw_messages']).toHaveLength(4)
  expect(original['file_chunks']).toHaveLength(1)
  expect(await readContents(url)).toEqual(original)
  const secondBackup = await saveBackup(url, join(folder, 'again.backup'), new Date(), master)
  expect(secondBackup.tables).toEqual(saved.tables)
  expect(loaded).toEqual({ schema: saved.schema, takenAt: '2026-11-21T20:00:00.000Z', tables: saved.tables })
})

test('sequences continue where they were', async () => {
  const url = await emptyDatabase()
  await loadBackup(url, file, master)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const insert = `insert into deliveries (user_id, id, message_id, destination_id, state, usage_month, attempts, created_at, updated_at)
    values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'queued', '2026-01', 0, '2026-01-01', '2026-01-01') returning seq`
  const { rows } = await client.query<{ seq: string }>(insert)
  await client.end()
  expect(Number(rows[0]?.seq)).toBe(2501)
})

test('a flipped byte anywhere in the compressed data is refused, and nothing is restored', async () => {
  const bytes = readFileSync(file)
  const url = await emptyDatabase()
  for (const part of [0.001, 0.3, 0.7, 0.999]) {
    const flipped = Buffer.from(bytes)
    const position = Math.floor(bytes.length * part) + 10
    flipped[Math.min(position, bytes.length - 5)] = (flipped[Math.min(position, bytes.length - 5)] ?? 0) ^ 1
    writeFileSync(join(folder, 'flipped'), flipped)
    await expect(loadBackup(url, join(folder, 'flipped'), master)).rejects.toThrow(/^The backup .*flipped is damaged \(/)
  }
  expect(await countAllRows(url)).toBe(0)
})

test('an edited and recompressed backup fails its checksum, and a truncated one lacks its end', async () => {
  const text = await readText(file)
  const url = await emptyDatabase()
  const refusalOf = async (changed: string) => {
    await writeText('changed', changed)
    return loadBackup(url, join(folder, 'changed'), master).catch((error: unknown) => String(error))
  }
  expect(await refusalOf(text.replace('"queued"', '"failed"'))).toContain('its checksum doesn’t match')
  expect(await refusalOf(text.slice(0, text.lastIndexOf('{"manifest"')))).toContain('its end is missing')
  expect(await refusalOf('')).toContain('it is empty')
  expect(await refusalOf('not a backup\n')).toContain('is damaged (')
  expect(await countAllRows(url)).toBe(0)
})

test('a database with rows, a newer schema, one from before the baseline and an existing file are refused', async () => {
  await expect(loadBackup(source.url, file, master)).rejects.toThrow(/The database isn’t empty .* DATA_DIR to a new folder/)
  const [header = '', ...rest] = (await readText(file)).split('\n')
  await writeText('newer', [header.replace(saved.schema, '999_later'), ...rest].join('\n'))
  const url = await emptyDatabase()
  await expect(loadBackup(url, join(folder, 'newer'), master)).rejects.toThrow('newer version of Mailferry (schema 999_later)')
  await writeText('unreleased', [header.replace(saved.schema, '037_removed_filters'), ...rest].join('\n'))
  await expect(loadBackup(url, join(folder, 'unreleased'), master)).rejects.toThrow(
    'The backup was made by a version of Mailferry from before 0.1.0',
  )
  expect(await countAllRows(url)).toBe(0)
  await expect(saveBackup(source.url, file, new Date(), master)).rejects.toThrow('already exists')
  await expect(saveBackup(url, join(folder, 'nothing'), new Date(), master)).rejects.toThrow('nothing to back up')
  expect(existsSync(join(folder, 'nothing'))).toBe(false)
})

test('rows written while a backup runs are not in it', async () => {
  const url = await emptyDatabase()
  await loadBackup(url, file, master)
  const writer = new pg.Pool({ connectionString: url })
  const run = saveBackup(url, join(folder, 'busy'), new Date(), master)
  const writing = Array.from({ length: 50 }, (_, i) =>
    writer.query(
      `with u as (insert into usage (owner_id, month) values ($1, '2026-01')) insert into raw_messages (user_id, id, sealed, size_bytes, created_at) values ($1, $1, '', 0, '2026-01-01')`,
      [`00000000-0000-4000-8000-${String(i).padStart(12, '0')}`],
    ),
  )
  const [backup] = await Promise.all([run, ...writing])
  await writer.end()
  const count = (name: string) => backup.tables.find(table => table.name === name)?.rows ?? 0
  expect(count('raw_messages') - 4).toBe(count('usage'))
})

test('a stolen backup shows nothing, and who has no master key can neither change one nor make one up', async () => {
  const bytes = readFileSync(file)
  expect(bytes.includes(gzipSync('x').subarray(0, 8))).toBe(false)
  const url = await emptyDatabase()
  const refusalOf = async (name: string, changed?: Buffer) => {
    if (changed) writeFileSync(join(folder, name), changed)
    return loadBackup(url, join(folder, name), master).catch((error: unknown) => String(error))
  }
  const text = await readText(file)
  expect(await refusalOf('plain', gzipSync(text.replace('"queued"', '"failed"')))).toContain('it isn’t a sealed backup')
  await writeText('made-up', text, newKey())
  expect(await refusalOf('made-up')).toContain('this master key can’t decrypt it')
  const frames = framesOf(bytes)
  expect(frames.length).toBeGreaterThan(4)
  const [head, first, second, ...rest] = frames
  const without = (kept: (Buffer | undefined)[]) => Buffer.concat(kept.flatMap(part => part ?? []))
  expect(await refusalOf('moved', without([head, second, first, ...rest]))).toContain('changed, moved or left out')
  expect(await refusalOf('left-out', without([head, first, ...rest]))).toContain('changed, moved or left out')
  expect(await refusalOf('ended', without(frames.slice(0, -1)))).toContain('its end is missing')
  expect(await refusalOf('cut', bytes.subarray(0, -1))).toContain('its end is missing')
  expect(await refusalOf('longer', without([...frames, frames.at(-1)]))).toContain('something follows its end')
  expect(await countAllRows(url)).toBe(0)
})

/** The first line, then each frame with its length. */
function framesOf(bytes: Buffer): Buffer[] {
  const parts = [bytes.subarray(0, bytes.indexOf(10) + 1)]
  for (let at = bytes.indexOf(10) + 1; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at)
    parts.push(bytes.subarray(at, end))
    at = end
  }
  return parts
}
