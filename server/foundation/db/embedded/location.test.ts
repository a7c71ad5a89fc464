// Where a cluster lies.
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

test('the cluster lies in the data folder when others may pass', () => {
  const data = join(openFolder(), 'data')
  expect(locateCluster(data)).toEqual({ dataDir: data, home: data, owner: isRoot ? { uid: 65534, gid: 65534 } : undefined })
})

test('a closed folder far above sends the cluster of root elsewhere, always to the same place', () => {
  const closed = openFolder()
  const apart = openFolder()
  mkdirSync(join(closed, 'home', 'data'), { recursive: true })
  chmodSync(join(closed, 'home'), 0o700)
  const data = join(closed, 'home', 'data')
  expect(isOpenToAll(data)).toBe(false)
  const place = locateCluster(data, apart)
  expect(place.home.startsWith(isRoot ? apart : data)).toBe(true)
  expect(locateCluster(data, apart)).toEqual(place)
})

test('a cluster that another user made in their own closed home is run by root as that user', () => {
  const closed = openFolder()
  mkdirSync(join(closed, 'postgres'))
  chmodSync(closed, 0o700)
  const mine = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const maker = isRoot ? { uid: 1234, gid: 1234 } : mine
  chownSync(join(closed, 'postgres'), maker.uid, maker.gid)
  expect(locateCluster(closed)).toEqual({ dataDir: closed, home: closed, owner: isRoot ? maker : undefined })
})
