// Serves the source of this server at /source: a link to its repository, or the archive and the files it runs from.
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import type { Words } from '../../../core/words/words.ts'
import { requestWords } from '../words.ts'
import { plainPageHeaders, renderPlainPage } from './plain-page.ts'

export interface SourceOptions {
  /** The repository's web address; null if there is none. */
  sourceUrl: string | null
  /** What the paths of `files.json` are relative to. */
  root: string
  /** Holds `mailferry.tar.gz` and `files.json`, the list of files in it (scripts/source-archive.mjs). */
  folder: string
}

export function serveSource(app: FastifyInstance, { sourceUrl, root, folder }: SourceOptions): void {
  const archive = join(folder, 'mailferry.tar.gz')
  app.get('/source', { schema: { hide: true } }, (_request, reply) => {
    if (sourceUrl) return reply.redirect(sourceUrl, 302)
    if (!existsSync(archive)) return reply.callNotFound()
    return reply
      .headers({ 'content-disposition': 'attachment; filename="mailferry.tar.gz"', 'x-robots-tag': 'noindex' })
      .type('application/gzip')
      .send(createReadStream(archive))
  })
  app.get('/source/*', { schema: { hide: true } }, (request, reply) => {
    const path = Path.parse(request.params)['*'].replace(/\/$/, '')
    const files = readFiles(folder)
    const children = childrenOf(files, path)
    if (!files.has(path) && children.length === 0) return reply.callNotFound()
    if (sourceUrl) return reply.redirect(sourceFileUrl(sourceUrl, path, children.length > 0), 302)
    if (children.length > 0) return reply.headers(plainPageHeaders).send(renderFolder(requestWords(), path, children))
    return reply
      .headers({ 'x-robots-tag': 'noindex' })
      .type('text/plain; charset=utf-8')
      .send(createReadStream(join(root, path)))
  })
}

const Path = z.object({ '*': z.string() })
const Files = z.array(z.string())

function readFiles(folder: string): ReadonlySet<string> {
  const list = join(folder, 'files.json')
  return new Set(existsSync(list) ? Files.parse(JSON.parse(readFileSync(list, 'utf8'))) : [])
}

/** The files and folders directly inside `path`; folders end with a slash. */
function childrenOf(files: ReadonlySet<string>, path: string): string[] {
  const inside = [...files].filter(file => file.startsWith(`${path}/`)).map(file => file.slice(path.length + 1))
  return [...new Set(inside.map(file => file.replace(/\/.*$/, '/')))].toSorted()
}

const renderFolder = (words: Words, path: string, children: string[]): string =>
  renderPlainPage(words, {
    title: path,
    text: '',
    button: null,
    links: children.map(name => ({ text: name, href: `/source/${path}/${name}` })),
  })

/** GitHub's address of a file works at most forges; GitLab, Gitea and Forgejo have their own. */
export function sourceFileUrl(sourceUrl: string, path: string, isFolder: boolean): string {
  const { hostname } = new URL(sourceUrl)
  if (/(?:^|\.)(?:codeberg|gitea|forgejo)\b/.test(hostname)) return `${sourceUrl}/src/branch/main/${path}`
  const view = isFolder ? 'tree' : 'blob'
  return /(?:^|\.)gitlab\b/.test(hostname) ? `${sourceUrl}/-/${view}/HEAD/${path}` : `${sourceUrl}/${view}/HEAD/${path}`
}
