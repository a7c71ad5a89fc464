// Tests the lock on a data folder.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findLockHolder, lockDataFolder } from './lock.ts'
import { readStartTime } from './process.ts'

function folder(): string {
  const created = mkdtempSync(join(tmpdir(), 'mailferry-lock-'))
  onTestFinished(() => rmSync(created, { recursive: true, force: true }))
  return created
}

async function otherProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  return child.pid ?? 0
}

test('a folder held by a running process is refused with advice', async () => {
  const data = folder()
  const pid = await otherProcess()
  writeFileSync(join(data, 'mailferry.lock'), `${pid} ${readStartTime(pid)}\n`)
  expect(findLockHolder(data)).toBe(pid)
  expect(() => lockDataFolder(data)).toThrow(new RegExp(`in use by process ${pid}\\. Stop it, .*PORT=.*SMTP_PORT=.*DATA_DIR=`))
  expect(readFileSync(join(data, 'mailferry.lock'), 'utf8')).toContain(String(pid))
})

test('the check before a start reports the same, and does not lock a free folder', async () => {
  const data = folder()
  const check = () => spawnSync(process.execPath, [join(import.meta.dirname, 'check-lock.ts'), data], { encoding: 'utf8' })
  expect(check().status).toBe(0)
  expect(existsSync(join(data, 'mailferry.lock'))).toBe(false)
  const pid = await otherProcess()
  writeFileSync(join(data, 'mailferry.lock'), `${pid} ${readStartTime(pid)}\n`)
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining(`in use by process ${pid}.`) })
})

test('a lock whose pid now belongs to another process is taken over', async () => {
  const data = folder()
  writeFileSync(join(data, 'mailferry.lock'), `${await otherProcess()} 1\n`)
  expect(findLockHolder(data)).toBeUndefined()
  lockDataFolder(data)
  expect(findLockHolder(data)).toBe(process.pid)
})

test('a lock whose process is gone is taken over, and released', async () => {
  const data = folder()
  const pid = await otherProcess()
  const start = readStartTime(pid)
  process.kill(pid, 'SIGKILL')
  writeFileSync(join(data, 'mailferry.lock'), `${pid} ${start}\n`)
  await expect.poll(() => findLockHolder(data)).toBeUndefined()
  lockDataFolder(data)()
  expect(existsSync(join(data, 'mailferry.lock'))).toBe(false)
})
