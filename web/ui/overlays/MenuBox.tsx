// The menu built on Base UI, loaded when the first one opens.
import { Menu as Base } from '@base-ui/react/menu'
import { cx } from '../cx.ts'
import type { MenuItem, MenuProps } from './menu-props.ts'

/** Opens as it comes: somebody has pressed its button. */
export function MenuBox({ trigger, items, label, align = 'end' }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-40">
          <Base.Popup aria-label={label} className="float min-w-48 rounded-hull p-1.5 transition-opacity duration-(--quick)">
            {items.map(item => (
              <Item key={item.word} {...item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ word, icon: Icon, onPick, danger, checked }: MenuItem) {
  const dress = cx(
    'flex min-h-10 items-center gap-2.5 rounded-hull-sm px-3 text-sm outline-none select-none data-highlighted:bg-accent-soft',
    danger && 'text-danger data-highlighted:bg-danger-soft',
    checked && 'font-strong',
  )
  const face = (
    <>
      {Icon && <Icon size={16} aria-hidden />}
      {word}
    </>
  )
  if (checked === undefined)
    return (
      <Base.Item className={dress} onClick={onPick}>
        {face}
      </Base.Item>
    )
  return (
    <Base.CheckboxItem className={dress} checked={checked} onCheckedChange={onPick}>
      {face}
    </Base.CheckboxItem>
  )
}
