// Links a phone: a code, three ways to send it, and progress that is announced step by step.
import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import { buttonClass } from '../Button.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { Disclosure } from '../overlays/Disclosure.tsx'
import { Rich } from '../text/Rich.tsx'
import { Qr } from './Qr.tsx'

const allSteps = ['waiting', 'received', 'hello', 'linked'] as const
export type LinkStep = (typeof allSteps)[number]

interface LinkPhoneProps {
  /** The wa.me link. */
  url: string
  /** The full text to send, and the code in it. */
  text: string
  code: string
  number: string
  step: LinkStep
  /** The steps that can be distinguished; all four by default. */
  steps?: readonly LinkStep[]
  /** How long the code is still valid, in words, or a note that it has expired. */
  expires: ReactNode
}

export function LinkPhone({ url, text, code, number, step, steps, expires }: LinkPhoneProps) {
  const t = useWords('link')
  return (
    <section className="card grid gap-x-12 gap-y-8 p-[clamp(1rem,3vw,2.5rem)] md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid content-start gap-4">
        <h2 tabIndex={-1} className="outline-none">
          {t('title')}
        </h2>
        <ol className="grid gap-3">
          {(['step1', 'step2', 'step3'] as const).map((step, current) => (
            <li key={step} className="relative ps-8">
              <b aria-hidden="true" className="absolute start-0 font-bold text-accent-ink">
                {current + 1}
              </b>
              <Rich text={t(step)} />
            </li>
          ))}
        </ol>
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ block: true })}>
          <MessageCircle size={18} aria-hidden />
          {t('open')}
        </a>
        <div className="flex flex-wrap items-end justify-between gap-3 rounded-hull-lg bg-sunk p-4">
          <div className="grid gap-1">
            <p className="text-sm">
              <Rich text={t('orSend', { number })} />
            </p>
            <p className="font-mono text-2xl font-strong tracking-[0.04em] max-xs:text-xl">{code}</p>
            {text !== code && <p className="font-mono text-sm text-ink-2">{text}</p>}
          </div>
          <CopyButton text={text} />
        </div>
        <Consent />
      </div>
      <div className="grid content-start justify-items-center gap-3 max-md:row-start-2">
        <Qr text={url} label={t('qr')} />
        <div className="text-center text-sm text-ink-2">{expires}</div>
      </div>
      <Steps current={step} steps={steps ?? allSteps} />
    </section>
  )
}

function Consent() {
  const t = useWords('link')
  return (
    <div className="grid gap-2 text-sm text-ink-2">
      <p>{t('consent')}</p>
      <Disclosure label={t('means')}>
        <ul className="mt-1 grid list-disc gap-1 ps-5">
          {(['what', 'how', 'kept', 'end'] as const).map(part => (
            <li key={part}>{t(`means.${part}`)}</li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}

function Steps({ current, steps }: { current: LinkStep; steps: readonly LinkStep[] }) {
  const t = useWords('link')
  const currentIndex = steps.indexOf(current)
  const isFinished = current === 'linked'
  return (
    <>
      <ol className="legs col-span-full" aria-label={t('progress')}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={index < currentIndex || isFinished ? 'done' : index === currentIndex ? 'now' : undefined}
            aria-current={index === currentIndex ? 'step' : undefined}
          >
            {t(`leg.${step}`)}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {t(`leg.${current}`)}
      </p>
    </>
  )
}
