// Tests the database role for /rest/v1: created once per cluster or by an administrator, with minimal rights.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { migrate } from './migrate.ts'
import { openDb, openPool } from './pool.ts'

const { pool } = await testDatabase()
const admin = new pg.Client({ connectionString: inject('pg') })
await admin.connect()
const created: string[] = []
afterAll(async () => {
  for (const name of created) {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`drop role if exists ${name}`)
  }
  await admin.end()
})

/** A database whose owner has only `rights`. */
async function databaseWithOwner(rights: string): Promise<{ url: string; owner: string }> {
  const owner = `owner_${randomBytes(6).toString('hex')}`
  created.push(owner)
  await admin.query(`create role ${owner} login password 'secret' ${rights}`)
  await admin.query(`create database ${owner} owner ${owner}`)
  const url = new URL(inject('pg'))
  url.username = owner
  url.password = 'secret'
  url.pathname = `/${owner}`
  return { url: url.href, owner }
}

async function runMigrations(url: string): Promise<number> {
  const db = openDb(openPool(url, 1))
  try {
    return await migrate(db)
  } finally {
    await db.destroy()
  }
}

test('an owner who may not create roles gets the statement for an administrator, and then migrating works', async () => {
  const { url, owner } = await databaseWithOwner('nocreaterole')
  await expect(runMigrations(url)).rejects.toThrow(`create role mailferry_request nologin; grant mailferry_request to ${owner}`)
  await admin.query(`grant mailferry_request to ${owner}`)
  expect(await runMigrations(url)).toBeGreaterThan(0)
})

test('the role cannot log in, accesses only two tables, and sees no rows without claims', async () => {
  const { rows } = await pool.query(
    `select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'mailferry_request'`,
  )
  expect(rows).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false }])
  const { rows: tables } = await pool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and has_table_privilege('mailferry_request', oid, 'select,insert,update,delete') order by 1`,
  )
  expect(tables.map(t => t.relname)).toEqual(['activity_logs', 'user_roles'])
  const client = await pool.connect()
  try {
    await client.query(`insert into users (id, user_metadata, app_metadata, is_anonymous, created_at, updated_at)
      values ('00000000-0000-4000-8000-000000000001', '{}', '{}', false, '2026-11-21', '2026-11-21')`)
    await client.query(`insert into user_roles values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', 'user', '2026-11-21')`)
    await client.query('begin')
    await client.query('set local role mailferry_request')
    for (const claims of ['', '{}', '{"role":"anon"}', '{"sub":"00000000-0000-4000-8000-000000000002"}']) {
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
      expect((await client.query('select * from user_roles')).rows).toEqual([])
    }
    await client.query(`select set_config('request.jwt.claims', '{"sub":"00000000-0000-4000-8000-000000000001"}', true)`)
    expect((await client.query('select role from user_roles')).rows).toEqual([{ role: 'user' }])
    await expect(client.query('select * from users')).rejects.toThrow('permission denied')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('the role cannot claim that the server wrote a log entry, that staff did it, or that it is sealed', async () => {
  const insert = (column: string, value: string) =>
    `insert into activity_logs (id, user_id, action, status, created_at, ${column})
      values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', 'auth.login', 'info', '2026-11-21', ${value})`
  const client = await pool.connect()
  const runAsRole = async (statement: string, before = 'select 1') => {
    await client.query('begin')
    await client.query(before)
    await client.query('set local role mailferry_request')
    await client.query(`select set_config('request.jwt.claims', '{"sub":"00000000-0000-4000-8000-000000000001"}', true)`)
    try {
      return await client.query(statement)
    } finally {
      await client.query('rollback')
    }
  }
  try {
    expect((await runAsRole(insert('details', `'{}'`))).rowCount).toBe(1)
    for (const [column, value] of [
      ['source', `'server'`],
      ['actor_id', 'gen_random_uuid()'],
      ['is_sealed', 'true'],
    ] as const)
      await expect(runAsRole(insert(column, value))).rejects.toThrow('permission denied')
    await expect(runAsRole(`update activity_logs set source = 'server'`)).rejects.toThrow('permission denied')
    // The policy refuses it too, should somebody grant the whole table again.
    const grant = 'grant insert on activity_logs to mailferry_request'
    expect((await runAsRole(insert('source', `'browser'`), grant)).rowCount).toBe(1)
    await expect(runAsRole(insert('source', `'server'`), grant)).rejects.toThrow('row-level security')
  } finally {
    client.release()
  }
})
