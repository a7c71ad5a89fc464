// Packs the source that this server runs from into an archive, with a list of its files, for /source.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Where there is no git: what the repository holds at its top. Anything else there may be secret. */
const topLevel = [
  ...['.ci', '.editorconfig', '.env.example', '.github', '.gitignore', '.npmrc', '.nvmrc', '.oxlintrc.json', 'ARCHITECTURE.md'],
  ...['CHANGELOG.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md', 'STYLE.md', 'bench', 'biome.json'],
  ...[
    'core',
    'deploy',
    'docs',
    'knip.json',
    'knip.production.json',
    'package-lock.json',
    'package.json',
    'playwright.config.ts',
    'sandbox',
  ],
  ...[
    'scripts',
    'server',
    'test',
    'tsconfig.base.json',
    'tsconfig.json',
    'vite.config.ts',
    'vitest.config.ts',
    'web',
    'Dockerfile',
    'compose.yaml',
  ],
]
const leftOut = /^(?:node_modules|dist|data|test-results|\.DS_Store|.*\.tsbuildinfo|\.env(?!\.example$).*)$/

/** Writes `mailferry.tar.gz` and `files.json` to `folder`, unless nothing has changed since. */
export function packSource(root, folder) {
  const files = sourceFiles(root)
  const stamp = createHash('sha256')
  for (const file of files) stamp.update(`${file}\0${lstatSync(join(root, file)).mtimeMs}\n`)
  const expected = stamp.digest('hex')
  const stampFile = join(folder, '.packed')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === expected) return
  mkdirSync(folder, { recursive: true })
  const entries = files.map(file => tarEntry(`mailferry/${file}`, readFileSync(join(root, file)), lstatSync(join(root, file))))
  writeFileSync(join(folder, 'mailferry.tar.gz'), gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)])))
  writeFileSync(join(folder, 'files.json'), JSON.stringify(files))
  writeFileSync(stampFile, expected)
}

/** The tracked files; without git, all below the known names. */
export function sourceFiles(root) {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  const isOwnRepository = status === 0 && existsSync(join(root, '.git'))
  const files = isOwnRepository ? stdout.split('\0').filter(Boolean) : topLevel.flatMap(name => filesUnder(root, name))
  return files.filter(file => isRegularFile(join(root, file))).toSorted()
}

const isRegularFile = path => existsSync(path) && lstatSync(path).isFile()

function filesUnder(root, path) {
  if (leftOut.test(basename(path)) || !existsSync(join(root, path))) return []
  if (!lstatSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path)).flatMap(name => filesUnder(root, `${path}/${name}`))
}

/** One file in the format ustar (POSIX.1): a header of 512 bytes, then the content in blocks of 512. */
function tarEntry(path, content, { mode, mtimeMs }) {
  const header = Buffer.alloc(512)
  const split = Buffer.byteLength(path) > 100 ? path.lastIndexOf('/', 154) : -1
  header.write(path.slice(split + 1), 0, 100)
  header.write(octal(mode & 0o100 ? 0o755 : 0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(content.length, 11), 124)
  header.write(octal(Math.floor(mtimeMs / 1000), 11), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  if (split > 0) header.write(path.slice(0, split), 345, 155)
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  )
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)])
}

const octal = (value, length) => value.toString(8).padStart(length, '0')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, '..')
  packSource(root, join(root, 'dist', 'source'))
}
