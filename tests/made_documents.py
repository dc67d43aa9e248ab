"""Documents made for tests."""

from pathlib import Path

import fpdf


def write_pdf(path: Path, *pages: tuple[str, ...], password: str = "") -> Path:
    pdf = fpdf.FPDF()
    pdf.set_font("Helvetica", size=12)
    for lines in pages:
        pdf.add_page()
        for line in lines:
            pdf.cell(text=line, new_x="LMARGIN", new_y="NEXT")
    if password:
        pdf.set_encryption(owner_password="dueño", user_password=password)
    pdf.output(str(path))
    return path
