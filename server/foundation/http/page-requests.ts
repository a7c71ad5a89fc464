// Tells pages from calls of programs: pages have a limit of their own, and are refused with a page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loadWords, requestLanguage } from '../words.ts'
import { plainPageHeaders, renderPlainPage } from './plain-page.ts'

const calls = ['/api/', '/auth/v1', '/rest/v1', '/functions/v1', '/storage/v1', '/realtime/v1', '/webhooks/', '/sandbox/', '/_']

/** By the pattern of the route, because a path can be written in many ways. */
export const isPage = ({ method, routeOptions: { url } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && url !== undefined && !calls.some(prefix => url.startsWith(prefix))

/** A browser that opens a page; what a page loads besides gets the answer of programs. */
export const isOpenedInBrowser = (request: FastifyRequest): boolean =>
  isPage(request) && request.headers.accept?.includes('text/html') === true

export function sendRefusalPage(request: FastifyRequest, reply: FastifyReply, status: number, message: string): void {
  const words = loadWords(requestLanguage())
  const t = words.of('http')
  const page = { title: t('page.refused'), text: message, button: null, link: { text: t('page.again'), href: request.url } }
  void reply.code(status).headers(plainPageHeaders).send(renderPlainPage(words, page))
}
