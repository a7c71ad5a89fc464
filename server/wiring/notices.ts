// What notices are given: they write by mail, speak to phones with WhatsApp's voice, and show themselves in browsers.
import { openNotices } from '../account/notices/links.ts'
import { systemClock } from '../clock.ts'
import type { Mailer } from '../mailer.ts'
import type { NoticeParts } from '../notices.ts'
import type { Key } from '../seal.ts'
import { sendNotice } from '../whatsapp/send.ts'
import { type Ground, inPace } from '../wiring.ts'

export function noticeParts(ground: Ground, master: Key, mailer: Mailer, push: NoticeParts['push']): NoticeParts {
  const { config, db, clock, log, graph } = ground
  const { publicUrl } = config
  const notices = openNotices({ master, publicUrl })
  const say: NoticeParts['say'] = (to, text) => inPace(ground, () => sendNotice(graph, to, text))
  return { db, log, machine: systemClock, clock, publicUrl, mailer, notices, say, push }
}
