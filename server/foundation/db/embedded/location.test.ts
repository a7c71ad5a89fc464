// Tests choosing the folder and the user for a cluster.
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isOpenToAll, locateCluster } from './location.ts'

const isRoot = process.getuid?.() === 0
const openFolder = () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mailferry-place-')))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the cluster is in the data folder when other users can access it', () => {
  const data = join(openFolder(), 'data')
  expect(locateCluster(data)).toEqual({ dataDir: data, home: data, owner: isRoot ? { uid: 65534, gid: 65534 } : undefined })
})

test('for root a private parent folder moves the cluster elsewhere, always to the same folder', () => {
  const privateFolder = openFolder()
  const fallbackFolder = openFolder()
  mkdirSync(join(privateFolder, 'home', 'data'), { recursive: true })
  chmodSync(join(privateFolder, 'home'), 0o700)
  const data = join(privateFolder, 'home', 'data')
  expect(isOpenToAll(data)).toBe(false)
  const location = locateCluster(data, fallbackFolder)
  expect(location.home.startsWith(isRoot ? fallbackFolder : data)).toBe(true)
  expect(locateCluster(data, fallbackFolder)).toEqual(location)
})

test('root runs a cluster in the private home of another user as that user', () => {
  const privateFolder = openFolder()
  mkdirSync(join(privateFolder, 'postgres'))
  chmodSync(privateFolder, 0o700)
  const currentUser = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const owner = isRoot ? { uid: 1234, gid: 1234 } : currentUser
  chownSync(join(privateFolder, 'postgres'), owner.uid, owner.gid)
  expect(locateCluster(privateFolder)).toEqual({ dataDir: privateFolder, home: privateFolder, owner: isRoot ? owner : undefined })
})
