// Class names of the content column and the sections of public pages.

export const column = 'mx-auto w-full max-w-7xl px-[clamp(1rem,4vw,3rem)]'

/** The vertical padding of a band. */
export const band = 'py-[clamp(3.5rem,8vw,6.5rem)]'
