// Serves the phone page under /phone/, with relative URLs only, so that it works behind any prefix.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { personRoutes } from './person-routes.ts'
import type { StandIn } from './stand-in.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const javascript = 'text/javascript; charset=utf-8'
const files: Record<string, { from: string; type: string }> = {
  '': { from: 'index.html', type: 'text/html; charset=utf-8' },
  'phone.css': { from: 'phone.css', type: 'text/css; charset=utf-8' },
  'frame.css': { from: 'frame.css', type: 'text/css; charset=utf-8' },
  'bubble.css': { from: 'bubble.css', type: 'text/css; charset=utf-8' },
  'people.css': { from: 'people.css', type: 'text/css; charset=utf-8' },
  'files.css': { from: 'files.css', type: 'text/css; charset=utf-8' },
  'phone.js': { from: 'phone.js', type: javascript },
  'bubble.js': { from: 'bubble.js', type: javascript },
  'people.js': { from: 'people.js', type: javascript },
  'sheet.js': { from: 'sheet.js', type: javascript },
  'composer.js': { from: 'composer.js', type: javascript },
  'controls.js': { from: 'controls.js', type: javascript },
  'files.js': { from: 'files.js', type: javascript },
  'buttons.js': { from: 'buttons.js', type: javascript },
  'dom.js': { from: 'dom.js', type: javascript },
  'api.js': { from: 'api.js', type: javascript },
  'markup.js': { from: 'markup.js', type: javascript },
  'icon.svg': { from: 'icon.svg', type: 'image/svg+xml' },
}
const fontPath = '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'
const heartbeatMs = 20_000
const debounceMs = 30

export function phoneRoutes(app: FastifyInstance, standIn: StandIn): void {
  app.get('/phone', (request, reply) => reply.redirect(`phone/${queryString(request.url)}`, 302))
  for (const [name, file] of Object.entries(files)) app.get(`/phone/${name}`, (_request, reply) => sendFile(reply, file))
  app.get('/phone/font.woff2', (_request, reply) => sendFont(reply))
  app.get('/phone/wa.me/:number', (request, reply) => openDraft(request.params, request.query, '../', reply))
  app.get('/wa.me/:number', (request, reply) => openDraft(request.params, request.query, '../phone/', reply))
  void app.register(
    async scope => {
      personRoutes(scope, standIn)
      scope.get('/files/:id', (request, reply) => sendUploadedFile(standIn, request.params, reply))
      scope.get('/events', (_request, reply) => streamChanges(standIn, reply))
    },
    { prefix: '/phone/api' },
  )
}

function sendFile(reply: FastifyReply, { from, type }: { from: string; type: string }): FastifyReply {
  const text = readFileSync(new URL(`phone/${from}`, import.meta.url), 'utf8')
  const headers = { 'cache-control': 'no-cache', 'content-security-policy': policy, 'x-content-type-options': 'nosniff' }
  return reply.headers(headers).type(type).send(text)
}

// An untrusted file on our own origin: nothing in it may run, and only safe types are shown inline.
function sendUploadedFile({ world, fileBytes }: StandIn, params: unknown, reply: FastifyReply): FastifyReply {
  const { id } = z.object({ id: z.string() }).parse(params)
  const file = world.files.get(id)
  const bytes = file && fileBytes.get(id)
  if (!file || !bytes) return reply.code(404).send({ message: 'There is no such file.' })
  const isInline = /^(image\/(jpeg|png|webp)|audio\/\w+|video\/(mp4|3gpp))$/.test(file.mime)
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', isInline ? 'inline' : 'attachment')
    .type(isInline ? file.mime : 'application/octet-stream')
    .send(bytes)
}

function sendFont(reply: FastifyReply): FastifyReply {
  const bytes = readFileSync(createRequire(import.meta.url).resolve(fontPath))
  return reply.header('cache-control', 'max-age=86400').type('font/woff2').send(bytes)
}

// Like wa.me: shows the draft and leaves sending it to the person.
function openDraft(params: unknown, query: unknown, page: string, reply: FastifyReply): FastifyReply {
  const { number } = z.object({ number: z.string() }).parse(params)
  const { text, phone } = z.object({ text: z.optional(z.string()), phone: z.optional(z.string()) }).parse(query)
  const draft = new URLSearchParams({ number: number.replace(/\D/g, ''), text: text ?? '', ...(phone === undefined ? {} : { phone }) })
  return reply.redirect(`${page}?${draft.toString()}`, 302)
}

function streamChanges(standIn: StandIn, reply: FastifyReply): void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' })
  raw.write('retry: 1000\n\n')
  let pending: NodeJS.Timeout | undefined
  const onChange = () => {
    pending ??= setTimeout(() => {
      pending = undefined
      raw.write('event: change\ndata: {}\n\n')
    }, debounceMs)
  }
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs)
  standIn.listeners.add(onChange)
  raw.on('close', () => {
    standIn.listeners.delete(onChange)
    clearTimeout(pending)
    clearInterval(heartbeat)
  })
}

function queryString(url: string): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : ''
}
