// The public pages of a private server (PUBLIC_SITE=app): sign-in at /, a short page instead of marketing, and little to index.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { requestWords } from '../words.ts'
import { renderPlainPage } from './plain-page.ts'

export interface PrivateSite {
  /** Who runs this server, now; null if nobody is named. */
  operatorName(): string | null
}

/** The pages about whoever runs this server; the only ones that search engines may index. */
const operatorPages: ReadonlySet<string> = new Set(['/contact', '/privacy', '/gdpr', '/terms'])

/** Written by scripts/prerender.mjs: the pages that sell the software, by path. */
const Pages = z.object({ home: z.array(z.string()), marketing: z.array(z.string()) })

/** `sells`: users need the prices. */
export function privateSite(folder: string, { operatorName }: PrivateSite, sells: boolean) {
  const file = join(folder, 'public-pages.json')
  const { home, marketing } = Pages.parse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { home: ['/'], marketing: [] })
  const hidden = new Set(marketing.filter(path => !sells || !path.endsWith('/pricing')))
  return {
    /** Answers for a page that isn't shown here; undefined for the others. */
    answer: (path: string, reply: FastifyReply): FastifyReply | undefined => {
      if (home.includes(path)) return reply.redirect('/login', 302)
      return hidden.has(path) ? reply.headers(headers).send(renderAbout(operatorName())) : undefined
    },
    headersOf: (path: string): Record<string, string> => (operatorPages.has(path) ? {} : { 'x-robots-tag': 'noindex' }),
  }
}

const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' }

function renderAbout(name: string | null): string {
  const words = requestWords()
  const t = words.of('pages')
  const server = words.of('siteserver')
  const named = name === null ? [] : [`${server('named', { name })}.`]
  return renderPlainPage(words, {
    title: server('title'),
    text: [server('text'), ...named].join(' '),
    button: null,
    links: [
      { text: t('nav.signIn'), href: '/login' },
      { text: t('link.help'), href: '/help' },
      { text: t('link.contact'), href: '/contact' },
      { text: t('link.privacy'), href: '/privacy' },
      { text: t('link.terms'), href: '/terms' },
    ],
  })
}

/** The sitemap, without the pages that are not to be indexed. */
export const operatorUrls = (sitemap: string): string =>
  sitemap.replace(/<url><loc>([^<]*)<\/loc>.*?<\/url>\n?/gs, (url, location: string) =>
    operatorPages.has(new URL(location).pathname) ? url : '',
  )
