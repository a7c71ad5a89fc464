// Serves /undo/:token from security emails: GET only asks, because mail scanners open links; POST takes the change back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Words } from '../../../core/words/words.ts'
import { plainPageHeaders, renderPlainPage } from '../../foundation/http/plain-page.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { loadWords, requestLanguage } from '../../foundation/words.ts'
import { openUndoToken, type UndoLink } from './links.ts'
import { type TakeBackDeps, takeBack } from './take-back.ts'

export interface UndoDeps extends TakeBackDeps {
  master: SealKey
  hasUser(userId: string): Promise<boolean>
}

const Params = z.object({ token: z.string().check(z.maxLength(100)) })
const maxBodyBytes = 1_000

export async function undoRoutes(app: FastifyInstance, deps: UndoDeps): Promise<void> {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) =>
    done(null, body),
  )
  app.get('/undo/:token', { schema: { hide: true } }, async (request, reply) => {
    const link = await readLink(deps, request)
    return send(reply, link ? 200 : 404, words => (link ? askPage(words, link) : unknownPage(words)))
  })
  app.post('/undo/:token', { schema: { hide: true } }, async (request, reply) => {
    const link = await readLink(deps, request)
    if (!link) return send(reply, 404, unknownPage)
    await takeBack(deps, link, { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 500) ?? null })
    return send(reply, 200, words => donePage(words, link))
  })
}

async function readLink({ master, now, hasUser }: UndoDeps, { params }: FastifyRequest): Promise<UndoLink | null> {
  const parsed = Params.safeParse(params)
  const link = parsed.success ? openUndoToken(master, parsed.data.token, now()) : null
  return link && (await hasUser(link.userId)) ? link : null
}

const send = (reply: FastifyReply, status: number, render: (words: Words) => string): FastifyReply =>
  reply
    .code(status)
    .headers(plainPageHeaders)
    .send(render(loadWords(requestLanguage())))

function askPage(words: Words, { kind }: UndoLink): string {
  const t = words.of('notices')
  const button = { text: t('undo.deed'), value: 'undo', isQuiet: false }
  return renderPlainPage(words, { title: t('undo.title'), text: t('undo.text', { kind }), button, link: { text: t('home'), href: '/' } })
}

function donePage(words: Words, { kind }: UndoLink): string {
  const t = words.of('notices')
  const link = { text: words.of('account')('forgot.link'), href: '/forgot-password' }
  return renderPlainPage(words, { title: t('undone.title'), text: t('undone.text', { kind }), button: null, link })
}

function unknownPage(words: Words): string {
  const t = words.of('notices')
  const link = { text: t('home'), href: '/' }
  return renderPlainPage(words, { title: t('undo.unknown.title'), text: t('undo.unknown.text'), button: null, link })
}
