// One step of the walk-through: what happens to the email there.
import { Check, X } from 'lucide-react'
import { CrossingGlyph } from '../../../ui/charts/CrossingGlyph.tsx'
import { Route } from '../../../ui/charts/Route.tsx'
import { cx } from '../../../ui/cx.ts'
import { Phone } from '../../../ui/phone/Phone.tsx'
import { Marked } from '../../../ui/text/Marked.tsx'
import { TestWords } from '../../../ui/text/TestWords.tsx'
import { useWords } from '../../../words/words.tsx'
import { PhoneMail } from '../home/PhoneMail.tsx'
import { mailOf, type WalkId, type WalkMail, walkIds } from './sample-emails.ts'
import type { Made, Walked } from './walk-engine.ts'

interface StopProps {
  stop: 'arrives' | 'read' | 'asked' | 'kept' | 'crosses' | 'lands'
  mail: WalkMail
  id: WalkId
  walked: Walked | undefined
}

export function Stop({ stop, mail, id, walked }: StopProps) {
  const t = useWords('sitehowitworks')
  const stays = stop === 'kept' && walked && !walked.crosses
  return (
    <>
      <div>
        <h3 className="text-xl">{t(`${stop}.title`)}</h3>
        <p className="mt-1 max-w-[62ch] text-ink-2">{t(stays ? 'kept.stays' : `${stop}.text`)}</p>
      </div>
      {stop === 'arrives' && <Inbox id={id} />}
      {stop === 'read' && <Fields mail={mail} />}
      {stop === 'asked' && walked && <Asked walked={walked} />}
      {stop === 'kept' && walked && <Verdict walked={walked} />}
      {stop === 'crosses' && <States />}
      {stop === 'lands' && walked && <Landed mail={mail} id={id} by={walked.by ?? ''} />}
    </>
  )
}

/** All three, the one that is walked lit. */
function Inbox({ id }: { id: WalkId }) {
  const t = useWords('sitehowitworks')
  return (
    <ul className="content-start self-start overflow-hidden rounded-hull-lg shadow-[inset_0_0_0_1px_var(--line)]">
      {walkIds.map(one => {
        const { name, subject } = mailOf(t, one)
        return (
          <li
            key={one}
            aria-hidden={one !== id}
            className={cx('border-t border-line px-5 py-3 first:border-t-0', one === id ? 'bg-lamp text-on-lamp' : 'text-ink-2')}
          >
            <b className="block font-strong">{name}</b>
            {subject}
          </li>
        )
      })}
    </ul>
  )
}

function Fields({ mail: { name, address, subject, text } }: { mail: WalkMail }) {
  const t = useWords('sentence')
  const rows = [
    [t('field.from'), `${name} <${address}>`],
    [t('field.sender_domain'), address.slice(address.indexOf('@') + 1)],
    [t('field.subject'), subject],
    [t('field.body'), text],
  ]
  return (
    <dl className="grid grid-cols-1 content-start gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
      {rows.map(([field, value]) => (
        <div key={field} className="contents">
          <dt className="text-sm text-ink-3">{field}</dt>
          <dd className="min-w-0 wrap-anywhere max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Asked({ walked }: { walked: Walked }) {
  const t = useWords('sitehowitworks')
  return (
    <ol className="grid content-start gap-3">
      {walked.filters.map(({ id, name, held, made }) => (
        <li key={id} className={cx('rounded-hull px-4 py-3', held ? 'bg-accent-soft' : 'bg-sunk')}>
          <p className="flex flex-wrap justify-between gap-x-4">
            <b>{name}</b>
            <span className={cx('text-sm', held ? 'font-strong' : 'text-ink-2')}>{t(held ? 'asked.held' : 'asked.notHeld')}</span>
          </p>
          <ul className="mt-1 grid gap-1 text-sm">
            {made.map((one, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the tests of a filter never change places
              <Saw key={at} made={one} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function Saw({ made: { test, held, isException, seen, hits } }: { made: Made }) {
  const t = useWords('sitehowitworks')
  const sentence = useWords('sentence')
  const Icon = held ? Check : X
  return (
    <li className="flex items-start gap-2">
      <Icon size={16} role="img" aria-label={t(held ? 'asked.yes' : 'asked.no')} className="mt-0.5 flex-none" />
      <span className="min-w-0 wrap-anywhere">
        {isException && `${sentence('butNot')} `}
        <TestWords test={test} />
        <span className="block text-ink-2">
          {t('asked.saw')} <Marked text={seen} hits={hits} />
        </span>
      </span>
    </li>
  )
}

function Verdict({ walked: { crosses, by } }: { walked: Walked }) {
  const t = useWords('sitehowitworks')
  const kept = ['mail', 'verdict', ...(crosses ? ['message' as const] : [])] as const
  return (
    <div className="grid content-start gap-5">
      <p className={cx('w-fit rounded-hull px-4 py-3', crosses ? 'bg-success-soft text-success' : 'bg-sunk text-ink')}>
        <b>{crosses ? t('kept.matched', { name: by ?? '' }) : t('kept.notMatched')}</b>
      </p>
      <Route label={t('kept.label')} stops={kept.map(key => ({ key, kind: 'done', text: t(`kept.${key}`) }))} />
    </div>
  )
}

/** WhatsApp has accepted it, but not yet confirmed delivery to the phone. */
const states = ['queued', 'sending', 'accepted', 'delivered'] as const
const ahead = 'delivered'

function States() {
  const ui = useWords('ui')
  return (
    <ul className="self-start">
      {states.map(state => (
        <li key={state} className={cx('border-t border-line py-3 first:border-t-0 first:pt-0', state === ahead && 'text-ink-3')}>
          <CrossingGlyph state={state} />
          {state === ahead && ui('route.ahead')}
        </li>
      ))}
    </ul>
  )
}

function Landed({ mail: { name, address, subject, text }, id, by }: { mail: WalkMail; id: WalkId; by: string }) {
  const t = useWords('sitehowitworks')
  const head = [t('lands.from', { sender: `${name} <${address}>` }), t('lands.filter', { name: by })]
  return (
    <div className="grid gap-4 sm:grid-cols-[21rem_minmax(0,1fr)] sm:items-center">
      <Phone number={t('lands.number')} day={t('lands.day')}>
        <PhoneMail {...(id === 'code' && { card: t('lands.card') })} subject={subject} head={head} text={text} time="14:07" />
      </Phone>
      <p className="max-w-[40ch] text-ink-2">{t('lands.then')}</p>
    </div>
  )
}
