// One step of the walk-through: what happens to the email there.
import { Check, X } from 'lucide-react'
import { DeliveryIcon } from '../../../ui/charts/DeliveryIcon.tsx'
import { Timeline } from '../../../ui/charts/Timeline.tsx'
import { cx } from '../../../ui/cx.ts'
import { Phone } from '../../../ui/phone/Phone.tsx'
import { ConditionText } from '../../../ui/text/ConditionText.tsx'
import { Highlighted } from '../../../ui/text/Highlighted.tsx'
import { useWords } from '../../../words/words.tsx'
import { useOffer } from '../../offer.ts'
import { PhoneEmail } from '../home/PhoneEmail.tsx'
import { sampleEmail, type WalkEmail, type WalkId, walkIds } from './sample-emails.ts'
import type { WalkResult, WalkTest } from './walk-engine.ts'

interface WalkStopProps {
  stop: 'arrives' | 'read' | 'asked' | 'kept' | 'crosses' | 'lands'
  email: WalkEmail
  id: WalkId
  result: WalkResult | undefined
}

export function WalkStop({ stop, email, id, result }: WalkStopProps) {
  const t = useWords('sitehowitworks')
  const isNotForwarded = stop === 'kept' && result && !result.isForwarded
  const offer = useOffer()
  const isPolled = stop === 'arrives' && offer?.items.some(({ limits }) => !limits.instant)
  return (
    <>
      <div>
        <h3 className="text-xl">{t(`${stop}.title`)}</h3>
        <p className="mt-1 max-w-[62ch] text-ink-2">{t(isNotForwarded ? 'kept.stays' : isPolled ? 'arrives.sold' : `${stop}.text`)}</p>
      </div>
      {stop === 'arrives' && <Inbox id={id} />}
      {stop === 'read' && <Fields email={email} />}
      {stop === 'asked' && result && <FilterChecks result={result} />}
      {stop === 'kept' && result && <Decision result={result} />}
      {stop === 'crosses' && <States />}
      {stop === 'lands' && result && <PhoneView email={email} id={id} filterName={result.filterName ?? ''} />}
    </>
  )
}

/** All three sample emails, with the current one highlighted. */
function Inbox({ id }: { id: WalkId }) {
  const t = useWords('sitehowitworks')
  return (
    <ul className="content-start self-start overflow-hidden rounded-hull-lg shadow-[inset_0_0_0_1px_var(--line)]">
      {walkIds.map(candidate => {
        const { name, subject } = sampleEmail(t, candidate)
        return (
          <li
            key={candidate}
            aria-hidden={candidate !== id}
            className={cx('border-t border-line px-5 py-3 first:border-t-0', candidate === id ? 'bg-lamp text-on-lamp' : 'text-ink-2')}
          >
            <b className="block font-strong">{name}</b>
            {subject}
          </li>
        )
      })}
    </ul>
  )
}

function Fields({ email: { name, address, subject, text } }: { email: WalkEmail }) {
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

function FilterChecks({ result }: { result: WalkResult }) {
  const t = useWords('sitehowitworks')
  return (
    <ol className="grid content-start gap-3">
      {result.filters.map(({ id, name, held, testResults }) => (
        <li key={id} className={cx('rounded-hull px-4 py-3', held ? 'bg-accent-soft' : 'bg-sunk')}>
          <p className="flex flex-wrap justify-between gap-x-4">
            <b>{name}</b>
            <span className={cx('text-sm', held ? 'font-strong' : 'text-ink-2')}>{t(held ? 'asked.held' : 'asked.notHeld')}</span>
          </p>
          <ul className="mt-1 grid gap-1 text-sm">
            {testResults.map((candidate, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the tests of a filter never change places
              <TestRow key={at} testResults={candidate} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function TestRow({ testResults: { test, held, isException, seen, hits } }: { testResults: WalkTest }) {
  const t = useWords('sitehowitworks')
  const sentence = useWords('sentence')
  const Icon = held ? Check : X
  return (
    <li className="flex items-start gap-2">
      <Icon size={16} role="img" aria-label={t(held ? 'asked.yes' : 'asked.no')} className="mt-0.5 flex-none" />
      <span className="min-w-0 wrap-anywhere">
        {isException && `${sentence('butNot')} `}
        <ConditionText test={test} />
        <span className="block text-ink-2">
          {t('asked.saw')} <Highlighted text={seen} hits={hits} />
        </span>
      </span>
    </li>
  )
}

function Decision({ result: { isForwarded, filterName } }: { result: WalkResult }) {
  const t = useWords('sitehowitworks')
  const savedKeys = ['mail', 'verdict', ...(isForwarded ? ['message' as const] : [])] as const
  return (
    <div className="grid content-start gap-5">
      <p className={cx('w-fit rounded-hull px-4 py-3', isForwarded ? 'bg-success-soft text-success' : 'bg-sunk text-ink')}>
        <b>{isForwarded ? t('kept.matched', { name: filterName ?? '' }) : t('kept.notMatched')}</b>
      </p>
      <Timeline label={t('kept.label')} steps={savedKeys.map(key => ({ key, kind: 'done', text: t(`kept.${key}`) }))} />
    </div>
  )
}

/** WhatsApp has accepted it, but not yet confirmed delivery to the phone. */
const states = ['queued', 'sending', 'accepted', 'delivered'] as const
const lastState = 'delivered'

function States() {
  const ui = useWords('ui')
  return (
    <ul className="self-start">
      {states.map(state => (
        <li key={state} className={cx('border-t border-line py-3 first:border-t-0 first:pt-0', state === lastState && 'text-ink-3')}>
          <DeliveryIcon state={state} />
          {state === lastState && ui('route.ahead')}
        </li>
      ))}
    </ul>
  )
}

function PhoneView({ email: { name, address, subject, text }, id, filterName }: { email: WalkEmail; id: WalkId; filterName: string }) {
  const t = useWords('sitehowitworks')
  const headerLines = [t('lands.from', { sender: `${name} <${address}>` }), t('lands.filter', { name: filterName })]
  return (
    <div className="grid gap-4 sm:grid-cols-[21rem_minmax(0,1fr)] sm:items-center">
      <Phone number={t('lands.number')} day={t('lands.day')}>
        <PhoneEmail
          {...(id === 'code' && { card: t('lands.card') })}
          subject={subject}
          headerLines={headerLines}
          text={text}
          time="14:07"
        />
      </Phone>
      <p className="max-w-[40ch] text-ink-2">{t('lands.then')}</p>
    </div>
  )
}
