// Settings for the emails we send: sender, relay and its password, and hourly limit.
import { z } from 'zod/mini'
import { count } from './values.ts'

export const systemEmailSettings = {
  MAIL_FROM: z._default(z.string(), ''),
  MAIL_RELAY_URL: z._default(z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]), ''),
  MAIL_RELAY_PASSWORD: z._default(z.string(), ''),
  EMAILS_PER_HOUR: z._default(count, 300),
}

const Settings = z.object(systemEmailSettings)

export const toMailerConfig = (e: z.infer<typeof Settings>) => ({
  from: e.MAIL_FROM || 'Mailferry <hello@mailferry.example>',
  relay: e.MAIL_RELAY_URL === '' ? null : parseRelay(new URL(e.MAIL_RELAY_URL), e.MAIL_RELAY_PASSWORD),
  perHour: e.EMAILS_PER_HOUR,
})

/** `smtp://user:password@host:587` uses STARTTLS, which only a relay on this machine may lack; `smtps://…:465` starts with TLS. `password` replaces that of the URL. */
function parseRelay(url: URL, password: string) {
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    user: decodeURIComponent(url.username) || null,
    password: password || decodeURIComponent(url.password) || null,
  }
}
