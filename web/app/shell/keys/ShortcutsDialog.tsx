// The list of keyboard shortcuts, with a switch for single keys.
import { Fragment } from 'react'
import { Switch } from '../../../ui/forms/Switch.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useWords } from '../../../words/words.tsx'
import { useShellDialogs } from '../shell-dialogs.ts'
import { KeyCaps } from './KeyCaps.tsx'
import { shortcuts } from './shortcuts.ts'
import { useSingleKeys } from './single-keys.ts'

const groups = ['go', 'do', 'list'] as const

export function ShortcutsDialog() {
  const t = useWords('shortcuts')
  const { current, open } = useShellDialogs()
  const { isOn, toggle } = useSingleKeys()
  return (
    <Dialog open={current === 'sheet'} onClose={() => open(null)} title={t('title')} lead={t('lead')} wide>
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {groups.map(group => (
          <section key={group} className={group === 'go' ? 'sm:row-span-2' : undefined}>
            <h3 className="mb-2">{t(`group.${group}`)}</h3>
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 text-sm">
              {shortcuts
                .filter(shortcut => shortcut.group === group)
                .map(({ keys, word }) => (
                  <Fragment key={word}>
                    <dt>{t(word)}</dt>
                    <dd className="justify-self-end">
                      <KeyCaps keys={keys} then={t('then')} />
                    </dd>
                  </Fragment>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="grid gap-1 border-t border-line pt-4">
        <Switch label={t('single')} checked={isOn} onChange={toggle} />
        <p className="text-sm text-ink-2">{t('singleText')}</p>
      </div>
    </Dialog>
  )
}
