// Tests PostgreSQL under our supervisor, through every way a start can go wrong.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { findEmbedded, startEmbedded } from './supervisor.ts'

const isRoot = process.getuid?.() === 0
const home = realpathSync(mkdtempSync(join(tmpdir(), 'mailferry-supervisor-')))
chmodSync(home, 0o755)
const data = join(home, 'data')
const lines: string[] = []
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
const start = (folder = data) => startEmbedded(folder, log, { apart: join(home, 'apart') })

afterAll(() => rmSync(home, { recursive: true, force: true }))

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
  await client.end()
  return rows.flat()
}

/** Starts the database in a separate process, writes one row, and kills that process as `kill -9` does. */
async function startAndBeKilled(row: number): Promise<void> {
  const program = `
    import pg from 'pg'
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    const { url } = await startEmbedded(${JSON.stringify(data)}, console)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create table if not exists kept (n integer)')
    await client.query('insert into kept values (${row})')
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit', cwd: import.meta.dirname })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

const postmasterPid = () => Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

test('an interrupted initdb is restarted, and the database listens on loopback behind a password', async () => {
  mkdirSync(join(data, 'postgres.part'), { recursive: true })
  writeFileSync(join(data, 'postgres.part', 'PG_VERSION'), '18\n')
  const database = await start()
  expect(database.adopted).toBe(false)
  expect(await query(database.url, 'show listen_addresses')).toEqual(['127.0.0.1'])
  expect(await query(database.url, 'show unix_socket_directories')).toEqual([join(data, 'postgres')])
  expect(await query(database.url, `select lower('ÄÉ')`)).toEqual(['äé'])
  const wrong = new URL(database.url)
  wrong.password = 'password'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect(statSync(join(data, 'postgres-password')).mode & 0o777).toBe(0o600)
  await database.stop()
  expect(existsSync(join(data, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a server killed with -9 leaves PostgreSQL running; the next start adopts it with every row', async () => {
  await startAndBeKilled(1)
  const leftRunning = postmasterPid()
  const database = await start()
  expect(database.adopted).toBe(true)
  expect(postmasterPid()).toBe(leftRunning)
  expect(await query(database.url, 'select n from kept')).toEqual([1])
  await database.stop()
})

test('when PostgreSQL is killed too, the next start recovers every row', async () => {
  await startAndBeKilled(2)
  process.kill(postmasterPid(), 'SIGKILL')
  const database = await start()
  expect(database.adopted).toBe(false)
  expect(await query(database.url, 'select n from kept order by n')).toEqual([1, 2])
  await database.stop()
})

test('PostgreSQL that is killed while we run is restarted at the same address with every row', async () => {
  const database = await start()
  const killed = postmasterPid()
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(() => query(database.url, 'select 1'), { timeout: 20_000, interval: 100 })
  expect(await query(database.url, 'select n from kept order by n')).toEqual([1, 2])
  expect(postmasterPid()).not.toBe(killed)
  await database.stop()
  expect(existsSync(join(data, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a pid file that names a process of another program neither prevents a start nor harms that process', async () => {
  const other = spawn('sleep', ['60'], isRoot ? { uid: 65534, gid: 65534 } : {})
  await once(other, 'spawn')
  writeFileSync(join(data, 'postgres', 'postmaster.pid'), `${other.pid}\n${join(data, 'postgres')}\n1\n5432\n\n127.0.0.1\n\nready\n`)
  const database = await start()
  expect(database.adopted).toBe(false)
  await database.stop()
  expect(other.exitCode ?? other.signalCode).toBeNull()
  other.kill('SIGKILL')
})

test('while one process holds the folder a second one is refused, and a command finds its database', async () => {
  const database = await start()
  const program = `
    import { findEmbedded, startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    console.log(await findEmbedded(${JSON.stringify(data)}))
    await startEmbedded(${JSON.stringify(data)}, console).catch(error => console.log(error.message))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', chunk => {
    output += String(chunk)
  })
  await once(child, 'close')
  expect(output.split('\n')[0]).toBe(database.url)
  expect(output).toContain(`The data folder ${data} is in use by process ${process.pid}. Stop it, or`)
  await database.stop()
  expect(await findEmbedded(data)).toBeUndefined()
})

test('a private data folder works; as root its database is stored elsewhere and the log says so', async () => {
  const privateFolder = join(home, 'closed')
  mkdirSync(privateFolder, { mode: 0o700 })
  lines.length = 0
  const database = await start(join(privateFolder, 'data'))
  expect(await query(database.url, 'select 1')).toEqual([1])
  expect(existsSync(join(privateFolder, 'data', 'postgres'))).toBe(!isRoot)
  expect(lines.some(line => line.includes(`the database is stored in ${join(home, 'apart')}`))).toBe(isRoot)
  await database.stop()
})

test('a cluster of another major version and one without its password are refused with advice', async () => {
  const password = join(data, 'postgres-password')
  renameSync(password, `${password}.away`)
  await expect(start()).rejects.toThrow(`the file ${password} is missing. Put the data folder back`)
  renameSync(`${password}.away`, password)
  writeFileSync(join(data, 'postgres', 'PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(/created by PostgreSQL 17, .* includes PostgreSQL 18\. Run "npm run backup -- FILE"/)
  rmSync(join(data, 'postgres', 'PG_VERSION'))
  await expect(start()).rejects.toThrow('is not a database that this user can open')
  expect(existsSync(join(data, 'postgres', 'base'))).toBe(true)
  expect(existsSync(join(data, 'mailferry.lock'))).toBe(false)
})
