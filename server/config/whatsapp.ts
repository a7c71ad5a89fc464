// The settings of our WhatsApp number, and where its Graph API answers.
import { z } from 'zod'
import { count, type InMode, list, numbers } from './values.ts'

const graphUrls = { meta: 'https://graph.facebook.com', '360dialog': 'https://waba-v2.360dialog.io' }

export const whatsappSettings = {
  WHATSAPP_GRAPH_URL: z.string().default(''),
  WHATSAPP_GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/)
    .default('v26.0'),
  WHATSAPP_ACCESS_TOKEN: z.string().default(''),
  WHATSAPP_APP_SECRET: z.string().default(''),
  WHATSAPP_VERIFY_TOKEN: z.string().default(''),
  WHATSAPP_NUMBER_ID: z.string().default(''),
  WHATSAPP_NUMBER: z.string().default(''),
  WHATSAPP_WABA_ID: z.string().default(''),
  WHATSAPP_TIMEOUT_MS: count.default(10_000),
  WHATSAPP_PROVIDER: z.enum(['meta', '360dialog']).default('meta'),
  WHATSAPP_MEDIA_HOSTS: list.default(['lookaside.fbsbx.com']),
  WHATSAPP_MEDIA_TIMEOUT_MS: count.default(60_000),
  WHATSAPP_DIRECT_SEND: z.stringbool().default(false),
  WHATSAPP_LIMITS: numbers.default({}),
}

const Settings = z.object(whatsappSettings)
type Given = z.infer<typeof Settings> & InMode & { SANDBOX_URL: string }

export const whatsappOf = (e: Given) => ({
  graphUrl: graphUrlOf(e).replace(/\/$/, ''),
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
})

const graphUrlOf = (e: Given): string => e.WHATSAPP_GRAPH_URL || (e.MODE === 'sandbox' ? e.SANDBOX_URL : graphUrls[e.WHATSAPP_PROVIDER])
