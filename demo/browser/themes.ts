/** Themes of a card as CSS declarations, shown on pages and loaded into the playground's fields. */
export const themes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Paper: {
    '--visitor-background': '#fdf8ef',
    '--visitor-color': '#3a2f25',
    '--visitor-label-color': '#77644f',
    '--visitor-border': '#e4d6bf',
    '--visitor-accent': '#a8480f',
    '--visitor-radius': '4px',
    '--visitor-font-mono': 'Georgia, serif',
    'font-family': 'Georgia, serif',
  },
  Midnight: {
    '--visitor-background': '#10142b',
    '--visitor-color': '#e7e9ff',
    '--visitor-label-color': '#a4abdc',
    '--visitor-border': '#2b3262',
    '--visitor-accent': '#9db0ff',
    '--visitor-radius': '20px',
    'color-scheme': 'dark',
  },
  Bare: {
    '--visitor-background': 'transparent',
    '--visitor-border': 'transparent',
    '--visitor-shadow': 'none',
    '--visitor-padding': '0px',
    '--visitor-row-padding': '0.2em',
  },
};
