// Makes a release: one archive that starts without npm, with checksums, a bill of materials, licenses and notes.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build, fail, install, readVersion, root, seconds } from './bootstrap.mjs'
import { packagesInPages, readBill, writeBill } from './release/bill.mjs'
import { carry, writePackage } from './release/carry.mjs'
import { notesOf } from './release/notes.mjs'
import { writeNotice } from './release/notice.mjs'
import { installPackages, packagesIn, readManifest, removeUnread, runtimePackages, sizeOf } from './release/packages.mjs'
import { prove } from './release/prove.mjs'

/** Without Node and PostgreSQL. */
const largestMegabytes = 120

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    platform: { type: 'string' },
    version: { type: 'string' },
    slim: { type: 'boolean' },
    prove: { type: 'boolean' },
  },
})
const version = values.version ?? String(readVersion())
const platform = values.platform ?? `${process.platform}-${process.arch}`
const name = `mailferry-${version}-${platform}${values.slim ? '-slim' : ''}`
const out = resolve(values.out ?? join(root, 'dist', 'release'))

const startedAt = Date.now()
install()
if (!build()) fail('The pages could not be built; the lines above say why.')
const folder = mkdtempSync(join(tmpdir(), 'mailferry-release-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const target = join(folder, name)
mkdirSync(target)
mkdirSync(out, { recursive: true })

installPackages(target, platform, values.slim)
writePackage(target, version)
const bill = readBill(target)
removeUnread(target)
carry(target)
describeContents()
pack()
report()
if (values.prove) await prove(join(out, `${name}.tar.gz`))

/** The NOTICE, the bill of materials, and the file by which the scripts know that they are in a release. */
function describeContents() {
  const inPages = packagesInPages(root, readManifest)
  const carried = packagesIn(join(target, 'node_modules'))
  const names = new Set(carried.map(one => one.name))
  const left = new Set(bill.components.map(one => (one.group ? `${one.group}/${one.name}` : one.name)).filter(one => !names.has(one)))
  writeNotice(join(target, 'NOTICE'), [...carried, ...inPages.filter(one => !names.has(one.name))])
  writeBill(join(target, 'sbom.cdx.json'), bill, { version, inPages, left })
  writeFileSync(join(target, 'release.json'), `${JSON.stringify({ version, platform }, null, 2)}\n`)
}

/** The same sources give the same archive: names in order, no owner, the time of the last commit. */
function pack() {
  writeFileSync(join(out, `${name}.sbom.cdx.json`), readFileSync(join(target, 'sbom.cdx.json')))
  writeFileSync(join(out, `release-notes-${version}.md`), notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), readVersion()))
  const time = spawnSync('git', ['log', '-1', '--format=%cI'], { cwd: root, encoding: 'utf8' }).stdout?.trim() || '2026-01-01T00:00:00Z'
  const same = ['--sort=name', `--mtime=${time}`, '--owner=0', '--group=0', '--numeric-owner']
  const packed = spawnSync('tar', [...same, '-C', folder, '-czf', join(out, `${name}.tar.gz`), name], { stdio: ['ignore', 2, 2] })
  if (packed.status !== 0) fail('The archive could not be written.')
  const files = readdirSync(out).filter(file => file !== 'SHA256SUMS')
  writeFileSync(join(out, 'SHA256SUMS'), files.map(file => `${hash(join(out, file))}  ${file}\n`).join(''))
}

function report() {
  const modules = join(target, 'node_modules')
  const runtimes = runtimePackages(modules).reduce((sum, one) => sum + sizeOf(join(modules, one)), 0)
  const all = sizeOf(target)
  const own = megabytes(all - runtimes)
  console.log(`${join(out, `${name}.tar.gz`)}`)
  console.log(
    `${megabytes(statSync(join(out, `${name}.tar.gz`)).size)} MB packed, ${megabytes(all)} MB unpacked, of it ${megabytes(runtimes)} MB Node and PostgreSQL`,
  )
  console.log(`size=${own} limit=${largestMegabytes} seconds=${seconds(startedAt).replace(' s', '')}`)
  if (own > largestMegabytes) fail(`The release is larger than ${largestMegabytes} MB without Node and PostgreSQL.`)
}

function megabytes(bytes) {
  return Math.round(bytes / 1e5) / 10
}

function hash(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
