// Shows the saves that came with the page at once; what else the page can do is loaded after that.

import { $ } from "/shared/dom.js";
import { useTheme } from "/shared/theme.js";
import { showSaves } from "./saves.js";
import { speak } from "./words.js";

useTheme(() => {});
speak();
showSaves(JSON.parse($("first").textContent));
requestAnimationFrame(() => setTimeout(() => import("./abreast.js")));
