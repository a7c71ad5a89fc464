// Settings about the public pages: how much of the site this server shows, and where its source is.
import { z } from 'zod/mini'

export const publicSiteSettings = {
  PUBLIC_SITE: z._default(z.enum(['full', 'app']), 'full'),
  SOURCE_URL: z._default(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]), ''),
}

const Settings = z.object(publicSiteSettings)

/** `sourceUrl`: the repository's web address; null if this server offers its own source. */
export const toPublicSiteConfig = (e: z.infer<typeof Settings>) => ({
  isFull: e.PUBLIC_SITE === 'full',
  sourceUrl: e.SOURCE_URL.replace(/(?:\.git)?\/?$/, '') || null,
})
