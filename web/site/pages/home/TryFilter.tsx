// The filter demo on the home page: searches sample emails for typed words and shows what reaches the phone.
import { useEffect, useId, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Phone } from '../../../ui/phone/Phone.tsx'
import { Highlighted } from '../../../ui/text/Highlighted.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { band, column } from '../../column.ts'
import { PhoneEmail } from './PhoneEmail.tsx'
import { makeSamples, resultWithoutEngine, type Sample, type SampleResult, splitWords } from './samples.ts'

const suggestions = ['bills', 'orders', 'school'] as const

export function TryFilter() {
  const t = useWords('site')
  const samples = makeSamples(t)
  const [typed, setTyped] = useState(t('try.start'))
  const results = useResults(typed, samples)
  const language = useLanguage()
  const forwardedCount = results.filter(result => result.isForwarded).length
  const id = useId()
  return (
    <section id="try" className={cx(band, 'scroll-mt-4')}>
      <div
        className={cx(
          column,
          'grid items-start gap-8 md:grid-cols-[minmax(0,1fr)_21rem] xl:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_21rem] xl:gap-10',
        )}
      >
        <div className="md:col-start-1">
          <h2 className="max-w-[24ch] text-3xl">{t('try.title')}</h2>
          <p className="mt-4 max-w-[58ch] text-lg text-ink-2">{t('try.lede')}</p>
          <form className="mt-6 grid gap-3" onSubmit={event => event.preventDefault()}>
            <label htmlFor={id} className="text-sm font-strong">
              {t('try.label')}
            </label>
            <input
              id={id}
              value={typed}
              maxLength={200}
              autoComplete="off"
              onFocus={preloadEngine}
              onPointerEnter={preloadEngine}
              onChange={event => setTyped(event.target.value)}
              className="min-h-(--control) w-full rounded-hull-sm border border-edge bg-surface px-3 py-2 text-md focus-visible:outline-offset-0"
            />
            <div className="flex flex-wrap items-center gap-2">
              <span className="text-sm text-ink-2">{t('try.from')}</span>
              {suggestions.map(suggestion => (
                <button
                  key={suggestion}
                  type="button"
                  onClick={() => setTyped(t(`try.${suggestion}.words`))}
                  className="min-h-9 rounded-hull bg-surface px-3 text-sm font-strong shadow-[inset_0_0_0_1px_var(--edge)] hover:bg-water"
                >
                  {t(`try.${suggestion}`)}
                </button>
              ))}
            </div>
          </form>
          <p className="mt-8 flex items-center gap-4" role="status">
            <b className="plain-zero text-[4.5rem]/[0.9] font-figure tracking-[-0.03em] tabular-nums">
              {forwardedCount.toLocaleString(language)}
            </b>{' '}
            <span>
              {t('try.crossing', { all: samples.length })}
              <br />
              <span className="text-ink-2">{t('try.staying', { n: samples.length - forwardedCount })}</span>
            </span>
          </p>
        </div>
        <Inbox samples={samples} results={results} />
        <div className="grid gap-3 md:col-start-2 md:row-span-2 md:row-start-1 xl:col-start-3 xl:row-span-1">
          <TryPhone samples={samples} results={results} />
        </div>
      </div>
    </section>
  )
}

let engineLoading: Promise<typeof import('./engine.ts')> | undefined
function loadEngine(): Promise<typeof import('./engine.ts')> {
  engineLoading ??= import('./engine.ts')
  engineLoading.catch(() => {
    engineLoading = undefined
  })
  return engineLoading
}

function preloadEngine(): void {
  loadEngine().catch(console.error)
}

/** The filter's results, from the engine once it is loaded; the initial results do not need it. */
function useResults(typed: string, samples: readonly Sample[]): SampleResult[] {
  const t = useWords('site')
  const [engine, setEngine] = useState<typeof import('./engine.ts')>()
  const hasChanged = typed !== t('try.start')
  useEffect(() => {
    if (hasChanged) loadEngine().then(setEngine, console.error)
  }, [hasChanged])
  const words = splitWords(typed)
  return engine ? engine.runFilter(words, samples) : samples.map(sample => resultWithoutEngine(words, sample))
}

function Inbox({ samples, results }: { samples: readonly Sample[]; results: readonly SampleResult[] }) {
  const t = useWords('site')
  return (
    <ul aria-label={t('try.inbox')} className="card card-flush md:col-start-1 xl:col-start-2">
      {samples.map((sample, index) => (
        <EmailRow key={sample.address} sample={sample} result={results[index] ?? resultWithoutEngine([], sample)} />
      ))}
    </ul>
  )
}

function EmailRow({ sample: { name, subject }, result }: { sample: Sample; result: SampleResult }) {
  const t = useWords('site')
  const { isForwarded } = result
  return (
    <li
      className={cx(
        'flex items-center gap-4 border-t px-5 py-3 text-[0.9375rem]/[1.4rem] first:border-t-0 transition-colors duration-(--move)',
        isForwarded ? 'border-lamp-line/40 bg-lamp-soft' : 'border-line',
      )}
    >
      <i
        aria-hidden="true"
        className={cx(
          'size-3 flex-none rounded-full',
          isForwarded ? 'bg-lamp shadow-[0_0_0_1.5px_var(--lamp-line)]' : 'shadow-[inset_0_0_0_2px_var(--edge)]',
        )}
      />
      <span className="hits min-w-0 flex-1">
        <b className="font-strong">
          <Highlighted text={name} hits={result.name} />
        </b>
        <br />
        <Highlighted text={subject} hits={result.subject} />
        {result.text && (
          <span className="block truncate text-sm text-ink-2">
            <Highlighted text={result.text.seen} hits={result.text.hits} />
          </span>
        )}
      </span>
      <span className={cx('text-sm', isForwarded ? 'font-strong' : 'text-ink-3')}>{t(isForwarded ? 'try.crosses' : 'try.stays')}</span>
    </li>
  )
}

const maxShown = 2

function TryPhone({ samples, results }: { samples: readonly Sample[]; results: readonly SampleResult[] }) {
  const t = useWords('site')
  const forwardedCount = samples.filter((_, index) => results[index]?.isForwarded)
  const hiddenCount = forwardedCount.length - maxShown
  const day = forwardedCount.length === 0 ? t('try.silent') : hiddenCount > 0 ? t('try.more', { n: hiddenCount }) : t('home.phone.day')
  return (
    <>
      <Phone number={t('home.phone.number')} day={day}>
        {forwardedCount.slice(-maxShown).map(({ name, address, subject, text }) => (
          <PhoneEmail
            key={address}
            subject={subject}
            headerLines={[t('phone.from', { sender: t('phone.sender', { name, address }) }), t('phone.filter', { name: t('try.name') })]}
            text={text}
            time="14:07"
          />
        ))}
      </Phone>
      <p className="text-center text-sm text-ink-2">{t('try.note')}</p>
    </>
  )
}
