// One click in the mail is enough: the page that it opens presses its button by itself.

document.querySelector("#reach").submit();
