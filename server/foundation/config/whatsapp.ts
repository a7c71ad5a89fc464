// Settings for our WhatsApp number and the Graph API.
import { z } from 'zod/mini'
import { count, list, type ModeEnv, numbers, prices } from './values.ts'

const graphUrls = { meta: 'https://graph.facebook.com', '360dialog': 'https://waba-v2.360dialog.io' }

export const whatsappSettings = {
  WHATSAPP_GRAPH_URL: z._default(z.string(), ''),
  WHATSAPP_GRAPH_VERSION: z._default(z.string().check(z.regex(/^v\d+\.\d+$/)), 'v26.0'),
  WHATSAPP_ACCESS_TOKEN: z._default(z.string(), ''),
  WHATSAPP_APP_SECRET: z._default(z.string(), ''),
  WHATSAPP_VERIFY_TOKEN: z._default(z.string(), ''),
  WHATSAPP_NUMBER_ID: z._default(z.string(), ''),
  WHATSAPP_NUMBER: z._default(z.string(), ''),
  WHATSAPP_WABA_ID: z._default(z.string(), ''),
  WHATSAPP_TIMEOUT_MS: z._default(count, 10_000),
  WHATSAPP_PROVIDER: z._default(z.enum(['meta', '360dialog']), 'meta'),
  WHATSAPP_MEDIA_HOSTS: z._default(list, ['lookaside.fbsbx.com']),
  WHATSAPP_MEDIA_TIMEOUT_MS: z._default(count, 60_000),
  WHATSAPP_DIRECT_SEND: z._default(z.stringbool(), false),
  WHATSAPP_LIMITS: z._default(numbers, {}),
  WHATSAPP_PRICES: z._default(prices, {}),
  WHATSAPP_PRICE_CURRENCY: z._default(z.string().check(z.regex(/^[a-z]{3}$/, 'write a currency as usd or eur')), 'usd'),
}

const Settings = z.object(whatsappSettings)
type WhatsAppEnv = z.infer<typeof Settings> & ModeEnv & { SANDBOX_URL: string }

export const toWhatsAppConfig = (e: WhatsAppEnv) => ({
  graphUrl: chooseGraphUrl(e).replace(/\/$/, ''),
  graphVersion: e.WHATSAPP_GRAPH_VERSION,
  accessToken: e.WHATSAPP_ACCESS_TOKEN,
  appSecret: e.WHATSAPP_APP_SECRET,
  verifyToken: e.WHATSAPP_VERIFY_TOKEN,
  numberId: e.WHATSAPP_NUMBER_ID,
  number: e.WHATSAPP_NUMBER,
  wabaId: e.WHATSAPP_WABA_ID,
  timeoutMs: e.WHATSAPP_TIMEOUT_MS,
  provider: e.WHATSAPP_PROVIDER,
  mediaHosts: e.WHATSAPP_MEDIA_HOSTS,
  mediaTimeoutMs: e.WHATSAPP_MEDIA_TIMEOUT_MS,
  directSend: e.WHATSAPP_DIRECT_SEND,
  limits: e.WHATSAPP_LIMITS,
  prices: e.WHATSAPP_PRICES,
  priceCurrency: e.WHATSAPP_PRICE_CURRENCY,
})

const chooseGraphUrl = (e: WhatsAppEnv): string =>
  e.WHATSAPP_GRAPH_URL || (e.MODE === 'sandbox' ? e.SANDBOX_URL : graphUrls[e.WHATSAPP_PROVIDER])
