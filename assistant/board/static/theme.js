// Dark or light: as the system has it, until somebody chooses otherwise on this page.

const KEY = "kessel-theme";
const light = matchMedia("(prefers-color-scheme: light)");

const chosen = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};
const now = () => chosen() ?? (light.matches ? "light" : "dark");
const wear = () => {
  document.documentElement.dataset.theme = now();
};

/** Dress the page, again and again as the system changes; `onChange` hears of it. */
export function useTheme(onChange) {
  wear();
  light.addEventListener("change", () => {
    wear();
    onChange();
  });
}

export function switchTheme() {
  const other = now() === "light" ? "dark" : "light";
  try {
    localStorage.setItem(KEY, other);
  } catch {
    /* a browser that keeps nothing */
  }
  document.documentElement.dataset.theme = other;
}
