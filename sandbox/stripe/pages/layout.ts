// The frame of every hosted page: what page this is, that no money moves, and a way back.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'

const policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

export interface HostedPage {
  title: string
  /** What went wrong with what was just sent. */
  problem?: string | null
  /** Where the shop wants people back. */
  back?: { url: string; text: string } | null
  wide?: boolean
  body: Html
}

export function sendHosted(reply: FastifyReply, page: HostedPage, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy, 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(renderPage(page).html)
}

/** A page that only says something. */
export function sendNotice(reply: FastifyReply, title: string, text: string, back: HostedPage['back'] = null, status = 200): FastifyReply {
  return sendHosted(
    reply,
    { title, body: html`<section class="card notice"><h1>${title}</h1><p>${text}</p>${link(back)}</section>` },
    status,
  )
}

export function stylesheetRoute(app: FastifyInstance): void {
  app.get('/assets/pages.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(readFileSync(new URL('pages.css', import.meta.url), 'utf8')),
  )
}

function renderPage({ title, problem, back, wide, body }: HostedPage): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${problem ? 'Error: ' : ''}${title} – pretend bank</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/assets/pages.css">
</head>
<body>
  <aside class="sandbox" aria-label="Sandbox"><strong>Pretend bank.</strong> This page stands in for Stripe. No money moves, and real cards don’t work here.</aside>
  <main class="${wide ? 'wide' : 'narrow'}">
    ${back ? html`<p class="back">${link(back)}</p>` : null}
    ${body}
  </main>
</body>
</html>
`
}

const link = (back: HostedPage['back']): Html => (back ? html`<a href="${back.url}">${back.text}</a>` : html``)

/** Announced by screen readers when the page opens. */
export const problemBox = (problem: string | null): Html =>
  problem ? html`<p class="problem" role="alert" id="problem">${problem}</p>` : html``
