// Recovery codes on the two-factor page: how many are left, and new ones, which are shown once.
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Queries } from '../../session/Queries.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Confirm } from '../../ui/overlays/Dialog.tsx'
import { useWords } from '../../words/words.tsx'
import { toFile, useMakeRecoveryCodes, useRecoveryCodeCount } from './recovery-codes.ts'

const fewCodes = 3

interface RecoveryCodesProps {
  factorCount: number
  /** A second factor was just added, so that codes are made at once where there are none. */
  isNew: boolean
}

/** The two-factor page is no screen of the app, so it brings its own query cache. */
export const RecoveryCodes = (props: RecoveryCodesProps) => (
  <Queries>
    <Codes {...props} />
  </Queries>
)

function Codes({ factorCount, isNew }: RecoveryCodesProps) {
  const t = useWords('recovery')
  const explain = useExplain()
  const count = useRecoveryCodeCount()
  const make = useMakeRecoveryCodes()
  const [isReplacing, setReplacing] = useState(false)
  const asked = useRef(false)
  const total = count.data?.total
  useEffect(() => {
    if (!isNew || total !== 0 || asked.current) return
    asked.current = true
    make.mutate()
  }, [isNew, total, make])
  const replace = () => {
    setReplacing(false)
    make.mutate()
  }
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">{t('title')}</h2>
      {make.error && (
        <Note kind="danger" alert>
          <b>{t('failed')}</b> {explain(make.error)}
        </Note>
      )}
      {make.data ? (
        <NewCodes codes={make.data.codes} onDone={make.reset} />
      ) : (
        <>
          <Left left={count.data?.left} total={total} />
          <Button
            look={total === 0 ? 'primary' : 'quiet'}
            className="w-fit"
            busy={make.isPending}
            onClick={total ? () => setReplacing(true) : replace}
          >
            {t(total ? 'replace' : 'create')}
          </Button>
        </>
      )}
      {factorCount === 1 && !make.data && <Note>{t('second')}</Note>}
      <Confirm
        open={isReplacing}
        onClose={() => setReplacing(false)}
        title={t('replace.title')}
        action={t('replace')}
        danger={false}
        onConfirm={replace}
      >
        <p>{t('replace.text')}</p>
      </Confirm>
    </section>
  )
}

function Left({ left, total }: { left: number | undefined; total: number | undefined }) {
  const t = useWords('recovery')
  if (left === undefined || total === undefined) return <p className="text-ink-2">{t('what')}</p>
  if (total === 0)
    return (
      <Note kind="warn">
        <b>{t('none')}</b> {t('what')}
      </Note>
    )
  return left <= fewCodes ? (
    <Note kind="warn">{t('few', { left, total })}</Note>
  ) : (
    <p className="text-ink-2">{t('left', { left, total })}</p>
  )
}

function NewCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const t = useWords('recovery')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('shown')} className="card grid grid-cols-1 gap-4 outline-none">
      <p>{t('shown.text')}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-hull-lg bg-sunk p-4 font-mono text-md tabular-nums" dir="ltr">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <a className={buttonClass({ look: 'quiet', small: true })} href={toFile(t('file.text'), codes)} download={t('file')}>
          <Download size={16} aria-hidden /> {t('download')}
        </a>
        <CopyButton text={codes.join('\n')} label={t('copy')} />
      </div>
      <Button className="w-fit" onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}
