// What the browser runs in test/web-view.test.ts: the product's own sanitizer and frame, with layers removed on demand.
import { cleanEmail } from '../web/web-view/clean-html.ts'
import { emailSandbox, frameDocument, measuringSandbox } from '../web/web-view/frame-document.ts'

const atOnce = 80
const settleMs = 100
/** A frame that has not loaded by then never will. */
const mostMs = 10_000

async function showEmails(mails, without) {
  for (let at = 0; at < mails.length; at += atOnce) {
    const shown = mails.slice(at, at + atOnce).flatMap((html, n) => framesOf(html, without, n % 4 === 0))
    const loaded = shown.map(frame => new Promise(done => frame.addEventListener('load', done)))
    document.querySelector('main').append(...shown)
    await Promise.race([Promise.all(loaded), after(mostMs)])
    await after(settleMs)
    for (const frame of shown) frame.remove()
  }
}

const after = ms => new Promise(done => setTimeout(done, ms))

/** The one that is seen, and of some the one that is measured: both keep scripts off alike. */
function framesOf(html, without, isMeasured) {
  const cleaned = without.cleaning ? { css: '', body: html } : cleanEmail({ html, pictures: [] })
  if (!cleaned) return []
  const page = frameDocument(cleaned)
  return (isMeasured && !without.sandbox ? [emailSandbox, measuringSandbox] : [emailSandbox]).map(flags => {
    const frame = document.createElement('iframe')
    if (!without.sandbox) frame.setAttribute('sandbox', flags)
    frame.referrerPolicy = 'no-referrer'
    frame.srcdoc = without.policy ? page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '') : page
    return frame
  })
}

Object.assign(globalThis, { showEmails })
