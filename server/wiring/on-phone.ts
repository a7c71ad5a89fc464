// What a phone shows of a delivery: the very message that is made for it, caught before it leaves.
import type { OnPhone } from '../../core/api/ledger.ts'
import type { SentDelivery } from '../ledger/sent.ts'
import type { Graph } from '../whatsapp/client.ts'
import type { Content, Template as SentTemplate } from '../whatsapp/payload/shapes.ts'
import { fill } from '../whatsapp/payload/template.ts'
import type { Template } from '../whatsapp/templates/choice.ts'
import { wordsIn } from '../whatsapp/templates/draft.ts'
import { listTemplates } from '../whatsapp/templates/owners.ts'
import { type SendingParts, sendClaimed } from './sending.ts'

/** Null where its contents were erased, or no template would carry it. What its filter hides is hidden here too. */
export async function onPhone(parts: SendingParts, userId: string, sent: SentDelivery): Promise<OnPhone | null> {
  const caught: Content[] = []
  const now = parts.clock.now()
  const postMessage: Graph['postMessage'] = async payload => {
    caught.push(payload)
    return { kind: 'accepted', wamid: '', waId: null }
  }
  await sendClaimed(
    { ...parts, graph: { ...parts.graph, postMessage } },
    {
      ...{ userId, deliveryId: sent.deliveryId, messageId: sent.messageId, filterId: sent.filterId, memberIds: sent.memberIds },
      // A mail that is shown whole may go as a file; it is not uploaded to be looked at here.
      kind: sent.kind === 'shown' ? 'mail' : sent.kind,
      ...{ destinationId: '', waId: '0', waUserId: null, attempt: 1, probesPause: null },
      ...{ startedAt: now, leaseUntil: now, nextTokenAt: now },
    },
    async () => true,
  )
  const [content] = caught
  return content ? drawn(content, content.type === 'template' ? await listTemplates(parts.db) : []) : null
}

function drawn(content: Content, templates: Template[]): OnPhone | null {
  if (content.type === 'text') return { header: null, body: content.text.body, footer: null, buttons: [] }
  if (content.type === 'template') return filled(content.template, templates)
  if (content.type !== 'interactive') return null
  const { header, body, footer, ...rest } = content.interactive
  return { header: header?.text ?? null, body: body.text, footer: footer?.text ?? null, buttons: titlesOf(rest) }
}

function titlesOf(rest: Pick<Extract<Content, { type: 'interactive' }>['interactive'], 'type' | 'action'>): string[] {
  if ('buttons' in rest.action) return rest.action.buttons.map(button => button.reply.title)
  return ['button' in rest.action ? rest.action.button : rest.action.parameters.display_text]
}

function filled({ name, language, components }: SentTemplate, templates: Template[]): OnPhone | null {
  const known = templates.find(one => one.name === name && one.language === language.code)
  const words = known && wordsIn(known.components)
  if (!words) return null
  const values = components.flatMap(part => (part.type === 'body' ? part.parameters.map(one => [one.parameter_name, one.text]) : []))
  return { header: null, body: fill(words.body, Object.fromEntries(values)), footer: words.footer, buttons: [words.show, words.pause] }
}
