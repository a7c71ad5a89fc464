// How long the log is kept, whether it was changed by hand, and a button that verifies it.
import { useQuery } from '@tanstack/react-query'
import { getLogChainApi, type LogChainState, type LogVerification } from '../../../core/api/admin/logs.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeleton.tsx'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Card, CardHead, Facts } from '../../ui/layout/Card.tsx'
import { formatExactTime } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { type LogVerificationRun, useLogVerification } from './useLogVerification.ts'

export function LogChainCard({ onOpen }: { onOpen(id: string): void }) {
  const t = useWords('adminlogs')
  const explain = useExplain()
  const call = useCall()
  const { data, error } = useQuery({
    queryKey: ['admin', 'logs', 'chain'],
    queryFn: ({ signal }) => call(getLogChainApi, 'GET', '/api/admin/logs/chain', { signal }),
    refetchInterval: query => (query.state.error ? false : 10_000),
  })
  const { start, ...run } = useLogVerification()
  return (
    <Card flush>
      <CardHead
        title={t('chain')}
        action={
          <Button look="quiet" small busy={run.progress !== null} onClick={start}>
            {t('chain.verify')}
          </Button>
        }
      >
        {t('chain.text')}
      </CardHead>
      {error && (
        <div className="px-(--pad) pb-4">
          <Note kind="danger" alert>
            {explain(error)}
          </Note>
        </div>
      )}
      {data ? <LogChainView chain={data} run={run} onOpen={onOpen} /> : !error && <SkeletonRows />}
    </Card>
  )
}

interface LogChainViewProps {
  chain: LogChainState
  run: LogVerificationRun
  onOpen(id: string): void
}

export function LogChainView({ chain, run, onOpen }: LogChainViewProps) {
  const t = useWords('adminlogs')
  const explain = useExplain()
  const language = useLanguage()
  const last = run.result ?? chain.verifications[0]
  const facts = [
    {
      name: t('chain.kept'),
      value: (
        <>
          {t('chain.days', { n: chain.keptDays })} <Link to="/admin/settings">{t(chain.isKeptSet ? 'chain.set' : 'chain.default')}</Link>
        </>
      ),
    },
    {
      name: t('chain.sealed'),
      value: chain.sealedAt
        ? t('chain.position', { position: chain.position.toLocaleString(language), at: formatExactTime(chain.sealedAt, language) })
        : t('chain.nothing'),
    },
    { name: t('chain.waiting'), value: chain.waiting.toLocaleString(language) },
    { name: t('chain.copy'), value: <code className="wrap-anywhere">{`${chain.position}:${chain.hash}`}</code> },
  ]
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line px-(--pad) py-4">
      <Facts facts={facts} />
      <p className="text-sm text-ink-2">{t('chain.copyText')}</p>
      {run.progress && (
        <p role="status" className="text-sm tabular-nums">
          {t('chain.progress', {
            checked: run.progress.checked.toLocaleString(language),
            entries: run.progress.entries.toLocaleString(language),
          })}
        </p>
      )}
      {run.error !== null && (
        <Note kind="danger" alert>
          {explain(run.error)}
        </Note>
      )}
      {!run.progress && (last ? <Result result={last} onOpen={onOpen} /> : <p className="text-sm text-ink-2">{t('chain.never')}</p>)}
    </div>
  )
}

function Result({ result, onOpen }: { result: LogVerification; onOpen(id: string): void }) {
  const t = useWords('adminlogs')
  const language = useLanguage()
  const { checked, changed, missing, inserted, findings } = result
  const isUnchanged = changed + missing + inserted === 0
  const sums = { checked: checked.toLocaleString(language), seconds: Math.ceil(result.durationMs / 1000) }
  return (
    <section className="grid gap-3" aria-live="polite">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
        <StateLabel kind={isUnchanged ? 'ok' : 'bad'} label={t(isUnchanged ? 'result.ok' : 'result.bad')} />
        <span>{t('result.checked', sums)}</span>
        <span className="text-ink-2">{formatExactTime(result.verifiedAt, language)}</span>
      </div>
      {!isUnchanged && (
        <Note kind="danger">
          <p>{t('result.sums', { changed, missing, inserted })}</p>
          <ul className="mt-2 grid gap-1">
            {findings.map(({ kind, position, logId }) => (
              <li key={`${kind} ${position} ${logId}`}>
                {t(`finding.${kind}`)} {position !== null && t('finding.position', { position })}{' '}
                {logId !== null && (
                  <button type="button" className="text-accent-ink underline" onClick={() => onOpen(logId)}>
                    <code>{logId}</code>
                  </button>
                )}
              </li>
            ))}
          </ul>
          <p className="mt-2">{t('result.fix')}</p>
        </Note>
      )}
    </section>
  )
}
