// The filter as a Sieve script, to read and copy; the exporter is loaded when first opened.
import { useEffect, useState } from 'react'
import { finishedPart, fromEditorRoot } from '../../../../core/filters/edit.ts'
import type { exportSieve } from '../../../../core/filters/sieve/export.ts'
import type { Lists } from '../../../../core/filters/tree.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useWords, useWordsOfCodes } from '../../../words/words.tsx'
import type { EditorDraft } from '../filter-draft.ts'
import { useLists } from '../lists/lists.ts'

export function SieveView({ draft }: { draft: EditorDraft }) {
  const t = useWords('editor')
  const translateCode = useWordsOfCodes()
  const script = useScript(draft)
  if (script === null) return <p className="text-ink-2">{t('sieve.none')}</p>
  if (!script) return <Skeleton className="h-40 w-full rounded-hull" />
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-sm font-strong">{t('sieve.label')}</p>
        <CopyButton text={script.text} />
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={t('sieve.label')}
        className="max-h-96 overflow-auto rounded-hull border border-edge bg-sunk px-4 py-3 font-mono text-sm/[1.6rem]"
      >
        {script.text.trim()}
      </pre>
      {script.warnings.length > 0 && (
        <Note kind="warn">
          <b>{t('sieve.warnings', { n: script.warnings.length })}</b>
          <ul className="mt-1 grid gap-1">
            {script.warnings.map(({ code, values }) => (
              <li key={`${code}${JSON.stringify(values)}`}>{translateCode(code, values)}</li>
            ))}
          </ul>
        </Note>
      )}
      <p className="text-sm text-ink-2">{t('sieve.help')}</p>
    </div>
  )
}

type SieveScript = ReturnType<typeof exportSieve>

/** Null while the filter is empty; undefined until the script is ready. */
function useScript(draft: EditorDraft): SieveScript | null | undefined {
  const lists = useLists().data?.items
  const [script, setScript] = useState<SieveScript | null>()
  const condition = finishedPart(fromEditorRoot(draft.root))
  const inputKey = condition && JSON.stringify([condition, draft.name, draft.paused, draft.actions, lists?.length])
  useEffect(() => {
    if (!condition) return setScript(null)
    let isCurrent = true
    void import('../../../../core/filters/sieve/export.ts').then(sieve => {
      const listEntries: Lists = new Map(lists?.map(list => [list.name, new Set(list.entries)]))
      const { name, paused, actions } = draft
      if (isCurrent) setScript(sieve.exportSieve([{ name, paused, actions, condition }], listEntries))
    })
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `inputKey` covers everything that is exported
  }, [inputKey])
  return script
}
