// Runs every check in the browser, line by line; below are actions, logged errors and the support bundle.
import { useState } from 'react'
import { useAuth } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { Findings, sortFindings } from '../pieces/Findings.tsx'
import { ActionsCard } from './ActionsCard.tsx'
import { BundleCard } from './BundleCard.tsx'
import { ErrorsCard } from './ErrorsCard.tsx'
import { type DiagnosticsRun, useDiagnostics } from './useDiagnostics.ts'

export function DiagnosticsPage() {
  const t = useWords('admindiagnostics')
  const explain = useExplain()
  const { roles } = useAuth()
  const isAdmin = roles.includes('admin')
  const { run, start } = useDiagnostics()
  return (
    <>
      <PageHeader
        title={t('title')}
        action={
          <Button busy={run.phase === 'running'} onClick={start}>
            {t('start')}
          </Button>
        }
      >
        <span role="status">
          <Lead run={run} />
        </span>
      </PageHeader>
      <div className="grid grid-cols-1 gap-6">
        {run.phase === 'failed' && (
          <Note kind="danger" alert>
            <b>{t('failed')}</b> {explain(run.error)}
          </Note>
        )}
        <FindingsCard run={run} />
        <ActionsCard isAdmin={isAdmin} />
        <ErrorsCard />
        <BundleCard isAdmin={isAdmin} />
      </div>
    </>
  )
}

export function FindingsCard({ run }: { run: DiagnosticsRun }) {
  const t = useWords('admindiagnostics')
  const [onlyProblems, setOnlyProblems] = useState(false)
  const { findings } = run
  const problems = findings.filter(({ state }) => state === 'failing' || state === 'note')
  const shown = sortFindings(onlyProblems ? problems : findings)
  return (
    <Card flush look={findings.some(({ state }) => state === 'failing') ? 'needs' : 'rest'}>
      <CardHead
        title={t('findings')}
        action={
          <Button look="quiet" small aria-pressed={onlyProblems} onClick={() => setOnlyProblems(!onlyProblems)}>
            {onlyProblems ? t('findings.all', { n: findings.length }) : t('findings.problems')}
          </Button>
        }
      >
        {t('findings.text')}
      </CardHead>
      <Findings findings={shown} label={t('findings')} />
      {run.phase === 'running' && (
        <div className="border-t border-line px-(--pad) py-3">
          <Spinner size="sm" label={t('lead.running')} />
        </div>
      )}
      {run.phase === 'done' && shown.length === 0 && (
        <p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('findings.none')}</p>
      )}
    </Card>
  )
}

/** One sentence about what was found. */
function Lead({ run: { phase, findings, at } }: { run: DiagnosticsRun }) {
  const t = useWords('admindiagnostics')
  const language = useLanguage()
  if (phase === 'failed') return t('lead.idle')
  if (phase === 'running' || at === null) return t('lead.running')
  const time = new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const failing = findings.filter(({ state }) => state === 'failing').length
  const notes = findings.filter(({ state }) => state === 'note').length
  if (failing > 0) return t('lead.failing', { n: failing, at: time })
  return notes > 0 ? t('lead.note', { n: notes, at: time }) : t('lead.ok', { at: time })
}
