// Hostile emails and texts that try to run a script in the reader's browser or to load something remote.
import { fetches, styles } from './xss/fetching.ts'
import { frames, links } from './xss/leading.ts'
import { X } from './xss/letters.ts'
import { handlers, mutations, scripts } from './xss/running.ts'

/** HTML mails. */
export const hostileMails: string[] = [scripts, handlers, mutations, links, frames, fetches, styles].flat()

/** Subjects, names, names of files, plain texts. */
export const hostileTexts: string[] = [
  ...scripts.slice(0, 12),
  ...handlers.slice(0, 8),
  ...mutations.slice(0, 4),
  `"><img src=x onerror=${X}>`,
  `'-${X}-'`,
  `{{constructor.constructor('${X}')()}}`,
  `\${${X}}`,
  `</title><script>${X}</script>`,
  `javascript:${X}`,
  `https://away.example/"onmouseover="${X}`,
  `http://away.example/<script>${X}</script>`,
  `data:text/html,<script>${X}</script>`,
  `</style></script><svg onload=${X}>`,
  `&lt;img src=x onerror=${X}&gt;`,
  `<plaintext>`,
]
