// Builds the document of the frame that shows an email: no origin, no scripts, no network.
import type { CleanedEmail } from './clean-html.ts'

/** For the visible frame: links may open tabs, and nothing else is allowed. */
export const emailSandbox = 'allow-popups allow-popups-to-escape-sandbox'

/** For the hidden frame that is measured: its height may be read, but it still runs no scripts and loads nothing. */
export const measuringSandbox = 'allow-same-origin'

const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** White, as emails expect; a blocked picture is replaced by its alternative text in a dotted box. */
const baseStyles = `
:root { color-scheme: light }
html { background: #fff; overflow-wrap: anywhere }
body { margin: 0; padding: 16px; color: #1b1b1b; font: 15px/1.5 system-ui, sans-serif; min-height: 0 !important; height: auto !important }
img { max-width: 100%; height: auto }
.ferry-picture { display: inline-block; max-width: 100%; border: 1px dashed #b8b8b8; border-radius: 3px; padding: 0 6px;
  color: #6b6b6b; background: #f7f7f7; font: 12px/1.7 system-ui, sans-serif; letter-spacing: 0; text-indent: 0 }
.ferry-goes-to { color: #9c2b12; font: 12px/1.4 system-ui, sans-serif; text-decoration: none; display: inline-block }
`

/** `zoom`: below 1 for an email that is wider than the screen. */
export function frameDocument({ css, body }: Pick<CleanedEmail, 'css' | 'body'>, zoom = 1): string {
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width">',
    '<base target="_blank">',
    `<style>${baseStyles}</style>`,
    `<style>${css}</style>`,
    ...(zoom < 1 ? [`<style>html{zoom:${zoom.toFixed(3)}}</style>`] : []),
  ]
  return `<!doctype html><html><head>${head.join('')}</head>${body}</html>`
}
