// Gives the focus to the title of the screen: where what had it is gone.

export const focusTitle = (): void => document.querySelector<HTMLElement>('main h1')?.focus()
